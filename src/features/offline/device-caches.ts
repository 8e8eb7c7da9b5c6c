/**
 * What of the publication lies on this device, by the browser's Cache API: shared by the service
 * worker, which serves it, and by pages, which put saved articles there.
 *
 *     assets   scripts and fonts, by names that are of their content, and the offline page
 *     pages    pages as they were last seen
 *     kept     saved articles: the page and its pictures, anybody's to read
 *     closed   what stands behind their lead-ins, and the lease (lease.ts) under which it lies here
 *
 * What belongs to a saved article carries its slug in the query, `/images/…?for=slug`, so that it
 * goes with the article. Nothing of `closed` may be served without asking `closedParts`.
 */
import { isLeaseRunning, leaseLength } from './lease.ts'

const names = { assets: 'assets', pages: 'pages', kept: 'kept', closed: 'closed' } as const

/** What no cookie, language or format makes a difference to: addresses name their content here. */
export const byAddress: CacheQueryOptions = { ignoreSearch: true, ignoreVary: true }

const leaseKey = '/lease'
const keptAtHeader = 'Kept-At'
const owner = 'for'

export const openAssets = () => caches.open(names.assets)
export const openPages = () => caches.open(names.pages)
export const openKept = () => caches.open(names.kept)

/** Of a saved article. `path` has no query. */
export const keyFor = (slug: string, path: string) => `${path}?${owner}=${slug}`

/** Null where it belongs to no article. */
export function slugOf({ url }: Request): string | null {
  return new URL(url).searchParams.get(owner)
}

/** A picture lies here in one size, which stands for all. */
export function pictureKey(path: string): string | null {
  return /^(\/images\/[^/]+)\/[^/]+$/.exec(path)?.[1] ?? null
}

/** An answer as it is kept: with its headers, without where it came from, and since when. */
export function dated(answer: Response, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers(answer.headers)
  // The body comes unpacked.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name)
  headers.set(keptAtHeader, String(Date.now()))
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  return new Response(answer.body, { headers })
}

/** Milliseconds since 1970; 0 where it is not known. */
export const keptAt = (response: Response | undefined) =>
  Number(response?.headers.get(keptAtHeader) ?? 0)

const putLease = (closed: Cache) =>
  closed.put(leaseKey, new Response(String(Date.now() + leaseLength)))

/**
 * The cache of closed parts for whoever has just been given one. The lease lies there before anything
 * does, so that nobody meanwhile takes what is being put there for what is over.
 */
export async function openLeased(): Promise<Cache> {
  const closed = await caches.open(names.closed)
  await putLease(closed)
  return closed
}

/** The edge has said that closed articles are open to this reader. Where no lease runs, none begins. */
export async function renewLease() {
  const closed = await closedParts()
  if (closed) await putLease(closed)
}

/** The cache of closed parts while its lease runs; nothing is left of one whose lease is over. */
export async function closedParts(): Promise<Cache | null> {
  if (!(await caches.has(names.closed))) return null
  const closed = await caches.open(names.closed)
  const lease = await closed.match(leaseKey)
  // Opened by somebody a moment ago.
  if (!lease) return null
  if (isLeaseRunning(Number(await lease.text()), Date.now())) return closed
  await dropClosed()
  return null
}

/** The reader is not, or no longer, entitled. */
export async function dropClosed() {
  await caches.delete(names.closed)
}

/** Whoever read here has signed out: nothing stays that tells of them. */
export async function dropEverything() {
  await Promise.all([names.closed, names.kept, names.pages].map((name) => caches.delete(name)))
}

/** Whether anything lies here that only a signed-in reader can have brought. */
export async function isAnybodysHere(): Promise<boolean> {
  if (await caches.has(names.closed)) return true
  // Whoever looks into it has made it.
  return (await (await openKept()).keys()).length > 0
}

/** Removes what belongs to one saved article. */
export async function dropArticleFrom(cache: Cache, slug: string) {
  const keys = await cache.keys()
  const its = keys.filter((request) => slugOf(request) === slug)
  await Promise.all(its.map((request) => cache.delete(request, { ignoreVary: true })))
}
