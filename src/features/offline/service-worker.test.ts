import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { articleBodyPath } from '../../contracts/article-body.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { offlinePath } from '../../contracts/offline.ts'
import { StandInCaches } from './stand-in-caches.ts'

const origin = 'https://verandah.example'
const day = 24 * 60 * 60 * 1000
const slug = 'a-story'
const bodyPath = articleBodyPath(slug)
const picture = '/images/wave-0123456789abcdef'
const closedPicture = '/images/lamp-0123456789abcdef'

type Listener = (event: object) => void

let listeners: Map<string, Listener>
/** What the edge would answer; null where there is no connection. */
let network: ((path: string, method: string) => Response) | null
let isEntitled: boolean
let isSignedIn: boolean
let asked: string[]

const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })

function edge(path: string, method: string): Response {
  if (path === bodyPath) {
    if (!isSignedIn) return Response.json({}, { status: 401 })
    return isEntitled ? html('the closed part') : Response.json({}, { status: 403 })
  }
  if (path === endpoints.session && method === 'DELETE') {
    isSignedIn = false
    return new Response(null, { status: 204 })
  }
  if (path === endpoints.session) {
    isSignedIn = true
    return Response.json({ entitled: isEntitled })
  }
  if (path === endpoints.subscription) {
    return Response.json({ entitled: isSignedIn && isEntitled })
  }
  if (path.startsWith('/images/')) return new Response('a picture')
  if (path.startsWith('/_astro/')) return new Response('')
  return html(`the page of ${path}`)
}

type Asking = { readonly method?: string; readonly mode?: RequestMode }

/** What the browser gets for a request: an answer of the service worker, or the network's own. */
async function ask(
  path: string,
  { method = 'GET', mode = 'cors' }: Asking = {},
): Promise<Response> {
  const request = { url: origin + path, method, mode } as Request
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request,
    preloadResponse: Promise.resolve(undefined),
    respondWith(given: Promise<Response>) {
      answer = given
    },
    waitUntil: (job: Promise<unknown>) => work.push(job),
  })
  const response = await (answer ?? fetch(request))
  await Promise.all(work)
  return response
}

const visit = (path: string) => ask(path, { mode: 'navigate' })

/** Undefined where nothing readable was answered. */
async function textOf(answer: Promise<Response>): Promise<string | undefined> {
  try {
    const response = await answer
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

async function run(name: 'install' | 'activate') {
  const work: Promise<unknown>[] = []
  listeners.get(name)!({ waitUntil: (job: Promise<unknown>) => work.push(job) })
  await Promise.all(work)
}

/** A saved article is put where pages put it (kept-articles.ts). */
async function keepStory() {
  const { dated, keyFor, openClosed, openKept, renewLease } = await import('./device-caches.ts')
  const kept = await openKept()
  await kept.put(keyFor(slug, `/${slug}`), dated(html('the saved page')))
  await kept.put(keyFor(slug, picture), dated(new Response('an open picture')))
  const closed = await openClosed()
  await closed.put(keyFor(slug, bodyPath), dated(html('the closed part')))
  await closed.put(keyFor(slug, closedPicture), dated(new Response('a closed picture')))
  await renewLease({ anew: true })
}

const closedHere = async () => [
  await textOf(ask(bodyPath)),
  await textOf(ask(`${closedPicture}/640`)),
]

async function start() {
  vi.resetModules()
  listeners = new Map()
  network = edge
  isEntitled = true
  isSignedIn = true
  asked = []
  vi.stubGlobal('caches', new StandInCaches(origin))
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('registration', {})
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('siteVersion', 'mine')
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const { url, method } =
      typeof request === 'string' ? { url: origin + request, method: 'GET' } : request
    const { pathname } = new URL(url)
    asked.push(pathname)
    if (!network) throw new TypeError('no connection')
    return network(pathname, method)
  })
  await import('./service-worker.ts')
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
  await start()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('pages', () => {
  it('come from the network, and without one as they were last seen, whatever was asked of them', async () => {
    await visit('/latest?source=header')
    network = () => html('changed')
    expect(await textOf(visit('/latest'))).toBe('changed')
    network = null
    expect(await textOf(visit('/latest?source=menu'))).toBe('changed')
  })

  it('that nobody has seen are the offline page, with what it needs', async () => {
    network = (path, method) =>
      path === offlinePath
        ? html('<script src="/_astro/page.A.js"></script>no connection')
        : path === '/_astro/page.A.js'
          ? new Response('import"./more.B.js"')
          : edge(path, method)
    await run('install')
    network = null
    expect(await textOf(visit('/about'))).toContain('no connection')
    expect(await textOf(ask('/_astro/page.A.js'))).toContain('more.B.js')
    expect(await textOf(ask('/_astro/more.B.js'))).toBe('')
  })

  it('are not kept where they are not to be, nor where they say that something is wrong', async () => {
    const answers = [
      () => html('made for one reader', { 'Cache-Control': 'no-store' }),
      () => new Response('not there', { status: 404, headers: { 'Content-Type': 'text/html' } }),
      () => Response.json({ no: 'document' }),
    ]
    for (const answer of answers) {
      network = answer
      await visit('/somewhere')
      network = null
      expect(await textOf(visit('/somewhere'))).toBeUndefined()
    }
  })

  it('that are gone are gone here, a saved article with all that is its', async () => {
    await keepStory()
    await visit(`/${slug}`)
    network = () => new Response('withdrawn', { status: 404 })
    await visit(`/${slug}`)
    network = null
    expect(await textOf(visit(`/${slug}`))).toBeUndefined()
    expect(await textOf(ask(`${picture}/640`))).toBeUndefined()
  })

  it('are those that were seen last, and not without end', async () => {
    for (let page = 1; page <= 60; page++) await visit(`/latest/${page}`)
    network = null
    expect(await textOf(visit('/latest/10'))).toBeUndefined()
    expect(await textOf(visit('/latest/11'))).toBeDefined()
  })

  it('that the site itself cannot give are given as they were seen', async () => {
    await visit('/latest')
    network = () => new Response('our fault', { status: 503 })
    expect(await textOf(visit('/latest'))).toBe('the page of /latest')
    expect((await visit('/about')).status).toBe(503)
  })
})

describe('a connection that hardly is one', () => {
  /** Answers when it is told to. */
  function slowly() {
    let answer: (response: Response) => void = () => {}
    const coming = new Promise<Response>((resolve) => {
      answer = resolve
    })
    vi.stubGlobal('fetch', () => coming)
    return { answer }
  }

  it('is given eight seconds where something lies here, and is heard though it comes late', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    await visit('/latest')
    const before = fetch
    const { answer } = slowly()
    const given = visit('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(8000)
    answer(html('what came late'))
    expect(await given).toBe('the page of /latest')
    vi.stubGlobal('fetch', before)
    network = null
    expect(await textOf(visit('/latest'))).toBe('what came late')
  })

  it('is waited for where nothing does', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout'], now: Date.now() })
    const { answer } = slowly()
    const given = visit('/latest').then((response) => response.text())
    await vi.advanceTimersByTimeAsync(60_000)
    answer(html('what came late'))
    expect(await given).toBe('what came late')
  })
})

describe('files named by their content', () => {
  it('are asked for once', async () => {
    await ask('/_astro/page.A.js')
    await ask('/_astro/page.A.js')
    expect(asked).toEqual(['/_astro/page.A.js'])
  })

  it('of earlier versions go when a new one takes over, but not what pages here still need', async () => {
    network = (path) =>
      path.startsWith('/_astro/')
        ? new Response('a script')
        : html(`<script src="/_astro/needed.A.js"></script>`)
    await visit('/latest')
    await ask('/_astro/needed.A.js')
    await ask('/_astro/earlier.B.js')
    await run('activate')
    network = null
    expect(await textOf(ask('/_astro/needed.A.js'))).toBe('a script')
    expect(await textOf(ask('/_astro/earlier.B.js'))).toBeUndefined()
  })
})

describe('a saved article', () => {
  beforeEach(keepStory)

  it('is there without a connection: page, closed part, pictures in whatever size', async () => {
    network = null
    expect(await textOf(visit(`/${slug}?source=saved`))).toBe('the saved page')
    expect(await textOf(ask(`${picture}/1920`))).toBe('an open picture')
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it('is there while we are failing', async () => {
    network = () => new Response('our fault', { status: 503 })
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it('is closed after seven days without a visit', async () => {
    network = null
    vi.setSystemTime(Date.now() + 7 * day - 1)
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
    vi.setSystemTime(Date.now() + 1)
    expect(await closedHere()).toEqual([undefined, undefined])
    expect(await textOf(visit(`/${slug}`))).toBe('the saved page')
    // Nothing is left of it that a clock turned back would open.
    vi.setSystemTime(Date.now() - day)
    expect(await closedHere()).toEqual([undefined, undefined])
  })

  it.each([
    ['the closed part of an article', bodyPath],
    ['their standing', endpoints.subscription],
  ])('stays as long as the edge gives %s', async (_, path) => {
    for (let week = 0; week < 3; week++) {
      vi.setSystemTime(Date.now() + 6 * day)
      network = edge
      await ask(path)
    }
    network = null
    expect(await closedHere()).toEqual(['the closed part', 'a closed picture'])
  })

  it.each([
    ['the closed part of any article', articleBodyPath('another-story')],
    ['a standing without entitlement', endpoints.subscription],
  ])('is closed when the edge refuses: %s', async (_, path) => {
    isEntitled = false
    network = (asked, method) =>
      asked === articleBodyPath('another-story')
        ? Response.json({}, { status: 403 })
        : edge(asked, method)
    await ask(path)
    network = null
    expect(await closedHere()).toEqual([undefined, undefined])
    expect(await textOf(visit(`/${slug}`))).toBe('the saved page')
  })

  it.each([endpoints.session, endpoints.sessions, endpoints.account])(
    'goes with whoever signs out by DELETE %s, and with it what was seen',
    async (path) => {
      await visit('/latest')
      await ask(path, { method: 'DELETE' })
      network = null
      expect(await closedHere()).toEqual([undefined, undefined])
      expect(await textOf(visit(`/${slug}`))).toBeUndefined()
      expect(await textOf(visit('/latest'))).toBeUndefined()
    },
  )

  it('goes even where signing out does not succeed, and where it comes in between', async () => {
    network = null
    await textOf(ask(endpoints.session, { method: 'DELETE' }))
    expect(await closedHere()).toEqual([undefined, undefined])
    network = edge
    // Another tab is putting it there while this one signs out.
    const { fetch: before } = globalThis
    vi.stubGlobal('fetch', async (request: Request) => {
      await keepStory()
      return before(request)
    })
    await ask(endpoints.session, { method: 'DELETE' })
    vi.stubGlobal('fetch', before)
    network = null
    expect(await closedHere()).toEqual([undefined, undefined])
  })

  it('becomes what the edge gives now, and goes when it gives nothing', async () => {
    network = () => html('corrected')
    await ask(bodyPath)
    network = null
    expect(await textOf(ask(bodyPath))).toBe('corrected')
    network = () => Response.json({}, { status: 410 })
    await ask(bodyPath)
    network = null
    expect(await closedHere()).toEqual([undefined, undefined])
  })
})

it('a guest leaves nothing here that only a reader can have brought', async () => {
  const { isAnybodysHere } = await import('./device-caches.ts')
  await visit('/latest')
  await visit(`/${slug}`)
  await ask(bodyPath)
  expect(await isAnybodysHere()).toBe(false)
  await keepStory()
  expect(await isAnybodysHere()).toBe(true)
})

it('nothing of the API is kept beside', async () => {
  await ask('/api/user')
  await ask(endpoints.subscription)
  await ask(articleBodyPath('never-saved'))
  network = null
  for (const path of ['/api/user', endpoints.subscription, articleBodyPath('never-saved')]) {
    expect(await textOf(ask(path))).toBeUndefined()
  }
})

it('says of which code it is, and waits until it is asked to take over', async () => {
  const answers: unknown[] = []
  const skipWaiting = vi.fn(async () => {})
  vi.stubGlobal('skipWaiting', skipWaiting)
  const say = (data: unknown) =>
    listeners.get('message')!({
      data,
      ports: [{ postMessage: (said: unknown) => answers.push(said) }],
    })
  say('version')
  expect([answers, skipWaiting.mock.calls.length]).toEqual([['mine'], 0])
  say('take over')
  expect(skipWaiting).toHaveBeenCalledOnce()
})

describe('whatever happens, in whatever order', () => {
  const hours = fc.integer({ min: 1, max: 200 }).map((count) => count * 60 * 60 * 1000)
  const happening = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        'keep',
        'read',
        'look',
        'sign out',
        'sign in',
        'lapse',
        'subscribe',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom('connect', 'disconnect') },
    { weight: 2, arbitrary: hours },
  )

  it('closed text is given to nobody whom the edge has not called entitled for seven days', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 40 }),
        async (happenings) => {
          await start()
          /** When the edge last said so; null after it has said otherwise, or they have left. */
          let confirmed: number | null = null
          const said = () => {
            confirmed = isSignedIn && isEntitled ? Date.now() : null
          }
          for (const what of happenings) {
            if (typeof what === 'number') vi.setSystemTime(Date.now() + what)
            if (what === 'connect') network = edge
            if (what === 'disconnect') network = null
            if (what === 'lapse') isEntitled = false
            if (what === 'subscribe') isEntitled = true
            if (what === 'keep' && network && isSignedIn && isEntitled) {
              await keepStory()
              said()
            }
            if (what === 'sign in' && network) {
              await ask(endpoints.session, { method: 'POST' })
              said()
            }
            if (what === 'sign out') {
              await textOf(ask(endpoints.session, { method: 'DELETE' }))
              confirmed = null
            }
            if (what === 'read' || what === 'look') {
              await textOf(ask(what === 'read' ? bodyPath : endpoints.subscription))
              if (network) said()
            }
            const connection: typeof network = network
            network = null
            const given = await closedHere()
            network = connection
            const mayBe = confirmed !== null && Date.now() - confirmed < 7 * day
            if (!mayBe) expect(given).toEqual([undefined, undefined])
          }
        },
      ),
      { numRuns: 80 },
    )
  })
})
