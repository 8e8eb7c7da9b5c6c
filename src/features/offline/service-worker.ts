/**
 * Serves pages from the network, or else from the cache. Among API responses, only closed parts of saved articles are
 * cached. The worker is one script (scripts/build/service-worker-plugin.ts), so it imports nothing large.
 */

import { bodyAccessHeader, openedByPass } from '../../contracts/endpoints/body-access-header.ts'
import { classifyRequest } from './classify-request.ts'
import {
  deleteArticle,
  deleteBodies,
  fetchRedirect,
  ignoringQuery,
  imageKey,
  openAssets,
  openBodiesIfLeased,
  openPages,
  renewLease,
  toCachedResponse,
} from './device-caches.ts'
import { cacheAssets, deleteUnusedAssets } from './page-assets.ts'
import { cacheKey, deleteReaderCaches, openArticles, readSlug } from './reader-caches.ts'
import type { FetchEvent, ServiceWorkerScope } from './service-worker-scope.ts'
import { offlinePath, type WorkerMessage } from './service-worker-scope.ts'

/** The version of this build (astro.config.mjs). */
declare const siteVersion: string

const scope = globalThis as unknown as ServiceWorkerScope

const maxCachedPages = 50

/** Milliseconds before a cached copy is served, because a bad connection would keep readers waiting. */
const networkTimeout = 8000

// Deletes closed parts whose lease has expired.
void openBodiesIfLeased()

scope.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()))

scope.addEventListener('activate', (event) => {
  const { navigationPreload } = scope.registration
  event.waitUntil(
    Promise.all([
      scope.clients.claim(),
      // Earlier versions enabled navigation preload, with which offline navigations fail in Firefox
      // (GoogleChrome/workbox#3134).
      navigationPreload?.disable(),
      deleteOutdatedAssets(),
    ]),
  )
})

scope.addEventListener('message', ({ data, ports }) => {
  const message = data as WorkerMessage
  if (message === 'version') ports[0]?.postMessage(siteVersion)
  if (message === 'skip waiting') void scope.skipWaiting()
})

scope.addEventListener('fetch', (event) => {
  switch (classifyRequest(event.request, scope.location.origin)) {
    case 'browser':
      return
    case 'page':
      return event.respondWith(respondWithPage(event))
    case 'body':
      return event.respondWith(respondWithBody(event))
    case 'entitlement':
      return event.respondWith(respondWithEntitlement(event))
    case 'signOut':
      return event.respondWith(respondToSignOut(event))
    case 'image':
      return event.respondWith(respondWithImage(event))
    case 'asset':
      return event.respondWith(respondWithAsset(event))
  }
})

async function cacheOfflinePage() {
  const response = await fetch(offlinePath, { cache: 'reload' })
  if (!response.ok) throw new Error(`The offline page was answered with ${response.status}`)
  const html = await response.clone().text()
  await cacheAssets(html)
  await (await openAssets()).put(offlinePath, toCachedResponse(response))
}

async function deleteOutdatedAssets() {
  const stored: string[] = []
  for (const cache of [await openAssets(), await openPages(), await openArticles()]) {
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      if (response?.headers.get('Content-Type')?.includes('html'))
        stored.push(await response.text())
    }
  }
  await deleteUnusedAssets(stored)
}

/** Returns null if the network doesn't respond. A server error is a response. */
async function fetchOrNull({ request }: FetchEvent): Promise<Response | null> {
  try {
    return await fetch(request)
  } catch {
    return null
  }
}

/** Returns true after a 429 too, because further requests would also be rejected. */
const isUnavailable = (response: Response | null) =>
  response === null || response.status >= 500 || response.status === 429

/** Returns the network's response if it is good and in time, otherwise the cached copy. */
async function fetchNetworkFirst(
  event: FetchEvent,
  cached: Response | undefined,
  updateCache: (response: Response) => Promise<unknown>,
): Promise<Response | null> {
  const network = fetchOrNull(event)
  // The response is cached however late it arrives.
  event.waitUntil(
    network.then((response) =>
      response && !isUnavailable(response) ? updateCache(response.clone()) : undefined,
    ),
  )
  if (!cached) return network
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, networkTimeout, null))
  const response = await Promise.race([network, timeout])
  return isUnavailable(response) ? cached : response
}

async function respondWithPage(event: FetchEvent): Promise<Response> {
  const { pathname, search, origin } = new URL(event.request.url)
  // Paths are normalised as the Worker redirects them.
  const plainPath = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  const cached =
    (await findPage(pathname)) ??
    (plainPath !== pathname && (await findPage(plainPath))
      ? Response.redirect(origin + plainPath + search)
      : undefined)
  const response = await fetchNetworkFirst(event, cached, (given) => cachePage(pathname, given))
  // A server error is more accurate than the offline page.
  return response ?? (await (await openAssets()).match(offlinePath)) ?? Response.error()
}

const findPage = async (pathname: string): Promise<Response | undefined> =>
  (await (await openPages()).match(pathname, ignoringQuery)) ??
  (await (await openArticles()).match(pathname, ignoringQuery))

/** Caches a page without its query, which may contain personal data. */
async function cachePage(pathname: string, response: Response) {
  const [pages, articles] = [await openPages(), await openArticles()]
  if (response.type === 'opaqueredirect') return cacheRedirect(pages, pathname)
  if (response.status === 404 || response.status === 410) {
    await pages.delete(pathname)
    for (const key of await articles.keys()) {
      const slug = new URL(key.url).pathname === pathname && readSlug(key)
      if (slug) await deleteArticle(articles, slug)
    }
  }
  const isDocument = response.headers.get('Content-Type')?.startsWith('text/html')
  const isUncacheable = response.headers.get('Cache-Control')?.includes('no-store')
  if (!response.ok || response.redirected || !isDocument || isUncacheable) return
  await pages.put(pathname, toCachedResponse(response))
  const all = await pages.keys()
  await Promise.all(all.slice(0, -maxCachedPages).map((oldest) => pages.delete(oldest)))
}

/** Caches a story's former address. A navigation's redirect target can't be read, so the address is requested again. */
async function cacheRedirect(pages: Cache, pathname: string) {
  if (!/^\/[^/]+$/.test(pathname)) return
  const redirect = await fetchRedirect(pathname)
  if (redirect) await pages.put(pathname, redirect)
}

async function respondWithBody(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url)
  const cached = await (await openBodiesIfLeased())?.match(pathname, ignoringQuery)
  const response = await fetchNetworkFirst(event, cached, (given) =>
    updateCachedBody(pathname, given),
  )
  return response ?? Response.error()
}

async function updateCachedBody(pathname: string, response: Response) {
  if (response.status === 401 || response.status === 403) return deleteBodies()
  // A pass opened only this story. It grants no access to other stories, and ends sooner.
  if (response.headers.get(bodyAccessHeader) === openedByPass) return
  if (response.ok) await renewLease()
  const bodies = await openBodiesIfLeased()
  const [key] = (await bodies?.keys(pathname, ignoringQuery)) ?? []
  const slug = key && readSlug(key)
  if (!bodies || !slug) return
  if (response.ok) await bodies.put(cacheKey(slug, pathname), toCachedResponse(response))
  if (response.status === 404 || response.status === 410) await deleteArticle(bodies, slug)
}

/** Handles GET /api/subscription and POST /api/session. */
async function respondWithEntitlement({ request }: FetchEvent): Promise<Response> {
  const response = await fetch(request)
  const entitlement: { entitled?: boolean } | null = response.ok
    ? await response
        .clone()
        .json()
        .catch(() => null)
    : null
  if (entitlement?.entitled === true) await renewLease()
  if (entitlement?.entitled === false) await deleteBodies()
  return response
}

/** Deletes the reader's caches before and after the request, even if it fails. */
async function respondToSignOut({ request }: FetchEvent): Promise<Response> {
  await deleteReaderCaches()
  try {
    return await fetch(request)
  } finally {
    await deleteReaderCaches()
  }
}

async function respondWithImage(event: FetchEvent): Promise<Response> {
  const response = await fetchOrNull(event)
  if (response?.ok) return response
  const key = imageKey(new URL(event.request.url).pathname)
  const cached =
    key &&
    ((await (await openArticles()).match(key, ignoringQuery)) ??
      (await (await openBodiesIfLeased())?.match(key, ignoringQuery)))
  return cached || response || Response.error()
}

/** The name contains a content hash, so a cached copy is never outdated. */
async function respondWithAsset({ request }: FetchEvent): Promise<Response> {
  const assets = await openAssets()
  const { pathname } = new URL(request.url)
  const cached = await assets.match(pathname)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await assets.put(pathname, response.clone())
  return response
}
