/**
 * The service worker without a browser, for its tests: what it would be asked, on a device that is made
 * of Maps, by an edge that says what a test wants.
 */
import { afterEach, beforeEach, vi } from 'vitest'
import { articleBodyPath } from '../../contracts/article-body.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import { StandInCaches } from './stand-in-caches.ts'

export const origin = 'https://verandah.example'
export const day = 24 * 60 * 60 * 1000
export const slug = 'a-story'
export const bodyPath = articleBodyPath(slug)
export const picture = '/images/wave-0123456789abcdef'
export const closedPicture = '/images/lamp-0123456789abcdef'

type Listener = (event: object) => void

type Edge = (path: string, method: string) => Response

let listeners = new Map<string, Listener>()

export const world = {
  /** What the edge would answer; null where there is no connection. */
  network: null as Edge | null,
  isEntitled: true,
  isSignedIn: true,
  /** Every path that was asked for over the network. */
  asked: [] as string[],
  /** Whether the browser asks the network for a page before it starts the service worker. */
  isPreloading: true,
}

export const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })

export function edge(path: string, method: string): Response {
  if (path === bodyPath) {
    if (!world.isSignedIn) return Response.json({}, { status: 401 })
    return world.isEntitled ? html('the closed part') : Response.json({}, { status: 403 })
  }
  if (path === endpoints.session && method === 'DELETE') {
    world.isSignedIn = false
    return new Response(null, { status: 204 })
  }
  if (path === endpoints.session) {
    world.isSignedIn = true
    return Response.json({ entitled: world.isEntitled })
  }
  if (path === endpoints.subscription) {
    return Response.json({ entitled: world.isSignedIn && world.isEntitled })
  }
  if (path.startsWith('/images/')) return new Response('a picture')
  if (path.startsWith('/_astro/')) return new Response('')
  return html(`the page of ${path}`)
}

type Asking = { readonly method?: string; readonly mode?: RequestMode }

/** What the browser gets for a request: an answer of the service worker, or the network's own. */
export async function ask(
  path: string,
  { method = 'GET', mode = 'cors' }: Asking = {},
): Promise<Response> {
  const request = { url: origin + path, method, mode } as Request
  const work: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  listeners.get('fetch')!({
    request,
    respondWith(given: Promise<Response>) {
      answer = given
    },
    waitUntil: (job: Promise<unknown>) => work.push(job),
  })
  const response = await (answer ?? fetch(request))
  await Promise.all(work)
  return response
}

export const visit = (path: string) => ask(path, { mode: 'navigate' })

/** Undefined where nothing readable was answered. */
export async function textOf(answer: Promise<Response>): Promise<string | undefined> {
  try {
    const response = await answer
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

export async function run(name: 'install' | 'activate') {
  const work: Promise<unknown>[] = []
  listeners.get(name)!({ waitUntil: (job: Promise<unknown>) => work.push(job) })
  await Promise.all(work)
}

/** A saved article is put where pages put it (kept-articles.ts). */
export async function keepStory() {
  const { dated, keyFor, openKept, openLeased } = await import('./device-caches.ts')
  const kept = await openKept()
  await kept.put(keyFor(slug, `/${slug}`), dated(html('the saved page')))
  await kept.put(keyFor(slug, picture), dated(new Response('an open picture')))
  const closed = await openLeased()
  await closed.put(keyFor(slug, bodyPath), dated(html('the closed part')))
  await closed.put(keyFor(slug, closedPicture), dated(new Response('a closed picture')))
}

export const closedHere = async () => [
  await textOf(ask(bodyPath)),
  await textOf(ask(`${closedPicture}/640`)),
]

export async function start() {
  vi.resetModules()
  listeners = new Map()
  world.network = edge
  world.isEntitled = true
  world.isSignedIn = true
  world.asked = []
  vi.stubGlobal('caches', new StandInCaches(origin))
  vi.stubGlobal('location', { origin })
  world.isPreloading = true
  const preload = (isPreloading: boolean) => async () => {
    world.isPreloading = isPreloading
  }
  vi.stubGlobal('registration', {
    navigationPreload: { enable: preload(true), disable: preload(false) },
  })
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('siteVersion', 'mine')
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const { url, method } =
      typeof request === 'string' ? { url: origin + request, method: 'GET' } : request
    const { pathname } = new URL(url)
    world.asked.push(pathname)
    if (!world.network) throw new TypeError('no connection')
    return world.network(pathname, method)
  })
  await import('./service-worker.ts')
}

/** For every test: a device on which nothing lies yet, and a clock that stands. */
export function beginAnew() {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    await start()
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const tell = (data: unknown, ports: readonly object[]) =>
  listeners.get('message')!({ data, ports })
