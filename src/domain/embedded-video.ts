/** Videos that play on the page once the reader asks for them. Everything else in `::embed` is a link. */

export type EmbeddedVideo = {
  readonly service: 'YouTube' | 'Vimeo'
  /** The address of the player, which sets no cookies before the video plays. */
  readonly frame: string
}

const players = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** The content security policy's directive for pages whose text may have videos. */
export const videoDirective = `frame-src ${players[0]} ${players[1]}` as const

const youTubeId = /^[\w-]{11}$/
const youTubePath = /^\/(?:shorts|live|embed)\/([^/]*)\/?$/
const vimeoPath = /^\/(?:video\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/

/** Seconds: `90`, `90s` or `1m30s`. */
function readStart(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

function findYouTubeId({ hostname, pathname, searchParams }: URL): string {
  if (hostname === 'youtu.be') return pathname.slice(1)
  if (pathname === '/watch') return searchParams.get('v') ?? ''
  return youTubePath.exec(pathname)?.[1] ?? ''
}

const youTubeHosts = ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com']
const vimeoHosts = ['vimeo.com', 'player.vimeo.com']

function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

export function findVideo(address: string): EmbeddedVideo | null {
  const url = parseUrl(address)
  if (url?.protocol !== 'https:') return null
  const host = url.hostname.replace(/^www\./, '')
  const { searchParams } = url
  if (youTubeHosts.includes(host)) {
    const id = findYouTubeId(new URL(url.pathname + url.search, `https://${host}`))
    if (!youTubeId.test(id)) return null
    const start = readStart(searchParams.get('t') ?? searchParams.get('start') ?? '')
    const query = new URLSearchParams({ autoplay: '1', ...(start ? { start: String(start) } : {}) })
    return { service: 'YouTube', frame: `${players[0]}/embed/${id}?${query}` }
  }
  if (!vimeoHosts.includes(host)) return null
  const [, id, path] = vimeoPath.exec(url.pathname) ?? []
  if (id === undefined) return null
  // An unlisted video has a second id.
  const secret = path ?? searchParams.get('h')
  const query = new URLSearchParams({ autoplay: '1', dnt: '1', ...(secret ? { h: secret } : {}) })
  return { service: 'Vimeo', frame: `${players[1]}/video/${id}?${query}` }
}
