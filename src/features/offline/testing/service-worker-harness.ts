/** The service worker in tests, with a fake device and network. */
import { afterEach, beforeEach, vi } from 'vitest'
import { getEndpointPath } from '../../../contracts/endpoints/endpoint-path.ts'
import { FakeCacheStorage } from './fake-cache-storage.ts'

export const origin = 'https://verandah.example'
export const slug = 'a-story'
export const bodyPath = getEndpointPath('GET /api/articles/:slug/body', { slug })
export const otherBodyPath = getEndpointPath('GET /api/articles/:slug/body', { slug: 'another' })
export const sessionPath = getEndpointPath('POST /api/session')
export const subscriptionPath = getEndpointPath('GET /api/subscription')
export const imagePath = '/images/wave-0123456789abcdef'
const bodyImagePath = '/images/lamp-0123456789abcdef'

type Listener = (event: object) => void

type EdgeResponder = (path: string, method: string) => Response

let listeners = new Map<string, Listener>()

export const harness = {
  network: null as EdgeResponder | null,
  isEntitled: true,
  isSignedIn: true,
  requestedPaths: [] as string[],
  /** Whether navigation preload is enabled. */
  isPreloading: true,
}

export const htmlResponse = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })

export function respondAsEdge(path: string, method: string): Response {
  if (path === bodyPath) {
    if (!harness.isSignedIn) return Response.json({}, { status: 401 })
    return harness.isEntitled ? htmlResponse('the closed part') : Response.json({}, { status: 403 })
  }
  if (path === sessionPath && method === 'DELETE') {
    harness.isSignedIn = false
    return new Response(null, { status: 204 })
  }
  if (path === sessionPath) {
    harness.isSignedIn = true
    return Response.json({ entitled: harness.isEntitled })
  }
  if (path === subscriptionPath) {
    return Response.json({ entitled: harness.isSignedIn && harness.isEntitled })
  }
  if (path.startsWith('/images/')) return new Response('a picture')
  if (path.startsWith('/_astro/')) return new Response('')
  return htmlResponse(`the page of ${path}`)
}

type RequestOptions = { readonly method?: string; readonly mode?: RequestMode }

export async function sendRequest(
  path: string,
  { method = 'GET', mode = 'cors' }: RequestOptions = {},
): Promise<Response> {
  const request = { url: origin + path, method, mode } as Request
  const pendingWork: Promise<unknown>[] = []
  let handled: Promise<Response> | undefined
  listeners.get('fetch')!({
    request,
    respondWith(responded: Promise<Response>) {
      handled = responded
    },
    waitUntil: (job: Promise<unknown>) => pendingWork.push(job),
  })
  const response = await (handled ?? fetch(request))
  await Promise.all(pendingWork)
  return response
}

export const visitPage = (path: string) => sendRequest(path, { mode: 'navigate' })

/** Returns undefined for errors. */
export async function readTextIfOk(handled: Promise<Response>): Promise<string | undefined> {
  try {
    const response = await handled
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

export async function dispatchLifecycle(name: 'install' | 'activate') {
  const pendingWork: Promise<unknown>[] = []
  listeners.get(name)!({ waitUntil: (job: Promise<unknown>) => pendingWork.push(job) })
  await Promise.all(pendingWork)
}

export async function cacheSavedArticle() {
  const { toCachedResponse, openBodiesWithLease } = await import('../device-caches.ts')
  const { cacheKey, openArticles } = await import('../reader-caches.ts')
  const articles = await openArticles()
  await articles.put(cacheKey(slug, `/${slug}`), toCachedResponse(htmlResponse('the saved page')))
  await articles.put(cacheKey(slug, imagePath), toCachedResponse(new Response('an open picture')))
  const bodies = await openBodiesWithLease()
  await bodies.put(cacheKey(slug, bodyPath), toCachedResponse(htmlResponse('the closed part')))
  await bodies.put(
    cacheKey(slug, bodyImagePath),
    toCachedResponse(new Response('a closed picture')),
  )
}

export const readCachedBody = async () => [
  await readTextIfOk(sendRequest(bodyPath)),
  await readTextIfOk(sendRequest(`${bodyImagePath}/640`)),
]

export async function startServiceWorker() {
  vi.resetModules()
  listeners = new Map()
  harness.network = respondAsEdge
  harness.isEntitled = true
  harness.isSignedIn = true
  harness.requestedPaths = []
  vi.stubGlobal('caches', new FakeCacheStorage(origin))
  vi.stubGlobal('location', { origin })
  harness.isPreloading = true
  const setPreload = (isPreloading: boolean) => async () => {
    harness.isPreloading = isPreloading
  }
  vi.stubGlobal('registration', {
    navigationPreload: { enable: setPreload(true), disable: setPreload(false) },
  })
  vi.stubGlobal('clients', { claim: async () => {} })
  vi.stubGlobal('siteVersion', 'mine')
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('fetch', async (request: string | Request, init: RequestInit = {}) => {
    const { url, method } =
      typeof request === 'string'
        ? { url: origin + request, method: init.method ?? 'GET' }
        : request
    const { pathname } = new URL(url)
    harness.requestedPaths.push(pathname)
    if (!harness.network) throw new TypeError('no connection')
    return harness.network(pathname, method)
  })
  await import('../service-worker.ts')
}

/** Prepares each test with an empty device and a stopped clock. */
export function setUpServiceWorkerTests() {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
    await startServiceWorker()
  })

  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const sendMessage = (data: unknown, ports: readonly object[]) =>
  listeners.get('message')!({ data, ports })
