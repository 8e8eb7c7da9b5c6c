/**
 * The caches that the service worker and pages share. A saved article's entries have its slug in the query,
 * `/images/…?for=slug`, and are deleted together. Serve `bodies` only through `openBodiesIfLeased`.
 *     assets     scripts and fonts, with content hashes in their names, and the offline page
 *     pages      pages as last seen
 *     articles   saved articles: page and images, which anybody may read
 *     bodies     their closed parts, and the lease (lease.ts)
 */
import { isLeaseRunning, leaseLength } from './lease.ts'
import { cacheNames, readSlug } from './reader-caches.ts'

/** Our addresses identify their content whatever the cookies, language or format. */
export const ignoringQuery: CacheQueryOptions = { ignoreSearch: true, ignoreVary: true }

const leaseKey = '/lease'
const cachedAtHeader = 'Cached-At'

export const openAssets = () => caches.open(cacheNames.assets)
export const openPages = () => caches.open(cacheNames.pages)

/** An image is stored in one size, which is served for all sizes. */
export function imageKey(path: string): string | null {
  return /^(\/images\/[^/]+)\/[^/]+$/.exec(path)?.[1] ?? null
}

/** Returns a copy of a response with its headers and the time of storing. */
export function toCachedResponse(
  original: Response,
  extraHeaders: Readonly<Record<string, string>> = {},
): Response {
  const headers = new Headers(original.headers)
  // The body is already decompressed.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  headers.set(cachedAtHeader, String(Date.now()))
  for (const [name, value] of Object.entries(extraHeaders)) headers.set(name, value)
  return new Response(original.body, { headers })
}

/** Milliseconds since 1970; 0 if unknown. */
export const readCachedAt = (response: Response | undefined) =>
  Number(response?.headers.get(cachedAtHeader) ?? 0)

const storeLease = (bodies: Cache) =>
  bodies.put(leaseKey, new Response(String(Date.now() + leaseLength)))

/** Call right after access is granted. Stores the lease first, so that no tab deletes the new entries. */
export async function openBodiesWithLease(): Promise<Cache> {
  const bodies = await caches.open(cacheNames.bodies)
  await storeLease(bodies)
  return bodies
}

/** Extends a lease after the Worker has confirmed access; never starts one. */
export async function renewLease() {
  const bodies = await openBodiesIfLeased()
  if (bodies) await storeLease(bodies)
}

/** Returns null without a valid lease. If the lease has expired, deletes the cache. */
export async function openBodiesIfLeased(): Promise<Cache | null> {
  if (!(await caches.has(cacheNames.bodies))) return null
  const bodies = await caches.open(cacheNames.bodies)
  const lease = await bodies.match(leaseKey)
  // Another call has just created the cache.
  if (!lease) return null
  if (isLeaseRunning(Number(await lease.text()), Date.now())) return bodies
  await deleteBodies()
  return null
}

/** Deletes closed parts, for a reader who isn't entitled. */
export async function deleteBodies() {
  await caches.delete(cacheNames.bodies)
}

/** Returns the target of a story's former address; null for any other address, or without a connection. */
export async function fetchRedirect(pathname: string): Promise<Response | null> {
  const target = await fetch(pathname, { method: 'HEAD' }).catch(() => null)
  return target?.ok && target.redirected ? Response.redirect(target.url, 301) : null
}

export async function deleteArticle(cache: Cache, slug: string) {
  const keys = await cache.keys()
  const articleKeys = keys.filter((request) => readSlug(request) === slug)
  await Promise.all(articleKeys.map((request) => cache.delete(request, { ignoreVary: true })))
}
