/** Converts shortcodes for other sites' players and posts, most of them WordPress.com's. */
import { createEmbedFromUrl } from './embed-elements.ts'
import { getText, type Node } from './html-tree.ts'
import type { Shortcode } from './shortcode-syntax.ts'

/** Pages for shortcodes and template tags that name a player or post by id, without an address. */
export const embedPages: Readonly<Record<string, (id: string) => string>> = {
  archiveorg: (id) => `https://archive.org/details/${id}`,
  codepen_embed: (id) => `https://codepen.io/pen/${id}`,
  crowdsignal: (id) => `https://poll.fm/${id}`,
  dailymotion: (id) => `https://www.dailymotion.com/video/${id}`,
  embedyt: (id) => `https://www.youtube.com/watch?v=${id}`,
  gist: (id) => `https://gist.github.com/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  mixcloud: (id) => `https://www.mixcloud.com/${id}`,
  polldaddy: (id) => `https://poll.fm/${id}`,
  scribd: (id) => `https://www.scribd.com/document/${id}`,
  slideshare: (id) => `https://www.slideshare.net/slideshow/embed_code/${id}`,
  spotify: (id) => `https://open.spotify.com/${id.replace(/^spotify:/, '').replaceAll(':', '/')}`,
  ted: (id) => `https://www.ted.com/talks/view/id/${id}`,
  tweet: (id) => `https://x.com/i/status/${id}`,
  twitter: (id) => `https://x.com/i/status/${id}`,
  videopress: (id) => `https://videopress.com/v/${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  wpvideo: (id) => `https://videopress.com/v/${id}`,
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
}
const bandcampKinds = ['track', 'album'] as const

/** Recognises shortcodes without an address or quotes, such as `[gist 123456]` and `[mixcloud someone/something /]`. */
export const isBareEmbed = (source: string) =>
  /^\[(?:vimeo[ =]\d|youtube[ =][\w-]{11}[\s&?\]]|gist[ =][\da-f]{5}|mixcloud [\w-]+\/|ted \d|archiveorg [\w-]|wpvideo [\w-]{8}[\s\]])/i.test(
    source,
  )

/** Attributes that may contain the address, in order of preference. */
const addressNames =
  'url src href link file mp3 m4a mp4 source video audio permalink post feed iframe'.split(' ')

export const findShortcodeAddress = ({
  attributes,
}: Pick<Shortcode, 'attributes'>): string | undefined =>
  [...addressNames, '0', '1'].map((name) => attributes[name]).find((value) => isAddress(value))

const isAddress = (value: string | undefined) => /^(?:https?:)?\/\//i.test(value ?? '')

const embedShortcodes = new Set([
  ...Object.keys(embedPages),
  ...'embed youtu facebook soundcloud tiktok flickr bandcamp iframe googlemaps googlemap fve'.split(
    ' ',
  ),
])

/** Returns null for any other shortcode, and for one that names no player or post. */
export function convertEmbedShortcode(shortcode: Shortcode, content: Node[]): Node[] | null {
  const { name, attributes } = shortcode
  if (!embedShortcodes.has(name)) return null
  const { url, src, href, id, poll, title = '' } = attributes
  const values = [url, src, href, getText(content), attributes['0'], id, poll]
  const hash = attributes.slug_hash
  for (const value of [...values, hash]) {
    const address = value ? toAddress(name, value) : null
    const embed = address && createEmbedFromUrl(address, title)
    if (embed) return [embed]
  }
  const kind =
    name === 'bandcamp' && bandcampKinds.find((one) => /^\d+$/.test(attributes[one] ?? ''))
  const player = kind && `https://bandcamp.com/EmbeddedPlayer/${kind}=${attributes[kind]}`
  const embed = createEmbedFromUrl(player || (findShortcodeAddress(shortcode) ?? ''), title)
  return embed && [embed]
}

function toAddress(name: string, value: string): string | null {
  if (isAddress(value)) return value
  // `[youtube=aBcDeFgHiJk&w=640]` has the player's size behind the id.
  const id = value.replace(/[?&].*$/s, '')
  const isId = name === 'mixcloud' ? /^[\w-]+\/[\w/-]+$/.test(id) : /^[\w:-]{2,64}$/.test(id)
  return isId && Object.hasOwn(embedPages, name) ? embedPages[name]!(id) : null
}
