/**
 * Caches saved articles with their files, and closed parts for entitled readers. The next call continues an
 * interrupted run; tabs take turns.
 */

import { isRateLimited, recordRateLimit } from '../../browser/call-rate-limits.ts'
import { readCookie } from '../../browser/cookie.ts'
import { readDeviceItem } from '../../browser/device-storage.ts'
import { shouldPrefetch } from '../../browser/prefetch-links.ts'
import { runSequentially } from '../../browser/sequential-queue.ts'
import { parseReaderHint, readerHintCookie } from '../../contracts/cookies/reader-hint-cookie.ts'
import { type CachedArticle, planArticleCache } from './article-cache-plan.ts'
import {
  deleteArticle,
  deleteBodies,
  fetchRedirect,
  imageKey,
  openBodiesIfLeased,
  openBodiesWithLease,
  readCachedAt,
  toCachedResponse,
} from './device-caches.ts'
import { pickImageToCache } from './image-to-cache.ts'
import { cacheAssets } from './page-assets.ts'
import { cacheKey, openArticles, readSlug } from './reader-caches.ts'

/** A JSON array of slugs, newest first, written by features/saved. */
const savedKey = 'saved'

/** The closed part's address; empty if there is none. */
const bodyPathHeader = 'Body-Path'

/** All requests share one limit: after a 429, every further request would get one too. */
const rateLimitKey = 'article cache'

/** Returns null without a connection. Throws after a 429, which ends the run. */
async function fetchForCache(address: string): Promise<Response | null> {
  const response = await fetch(address).catch(() => null)
  if (response?.status !== 429) return response
  recordRateLimit(rateLimitKey, response.headers.get('Retry-After'))
  throw new Error('too many requests')
}

/** Without a service worker nothing could be served or removed. */
async function isCacheAvailable(): Promise<boolean> {
  if (!('caches' in globalThis && 'locks' in navigator && 'serviceWorker' in navigator))
    return false
  if (!(await navigator.serviceWorker.getRegistration())) return false
  await navigator.serviceWorker.ready
  return true
}

/** Caches the articles that the reader has saved, newest first, and removes all others. */
export async function syncSavedArticles(): Promise<void> {
  if (!(await isCacheAvailable())) return
  await runSequentially('article-cache', async () => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    const saved = parseSlugs(readDeviceItem(savedKey))
    const plan = planArticleCache(saved, await listCachedArticles(), {
      isEntitled: isEntitled(),
      canRefresh: shouldPrefetch(connection),
      now: Date.now(),
    })
    for (const slug of plan.slugsToRemove) {
      await removeArticle(slug)
      // The article may have been renamed rather than removed.
      await cacheFormerAddress(slug, saved)
    }
    for (const slug of plan.slugsToFetch) {
      if (isRateLimited(rateLimitKey)) return
      // The reader may have signed out since.
      if (readHint() === null) return
      await fetchArticle(slug)
    }
  })
}

const isSlug = (slug: unknown): slug is string =>
  typeof slug === 'string' && /^[a-z0-9-]+$/.test(slug)

function parseSlugs(stored: string | null): string[] {
  try {
    const slugs: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(slugs) ? slugs.filter(isSlug) : []
  } catch {
    return []
  }
}

/** Reads the hint from the cookie, because the reader may have signed out in another tab. */
const readHint = () => parseReaderHint(readCookie(readerHintCookie))
const isEntitled = () => readHint()?.open === true

async function listCachedArticles(): Promise<CachedArticle[]> {
  const articles = await openArticles()
  const bodies = new Set(((await (await openBodiesIfLeased())?.keys()) ?? []).map(readSlug))
  const cached: CachedArticle[] = []
  for (const request of await articles.keys()) {
    const slug = readSlug(request)
    const page = await articles.match(request, { ignoreVary: true })
    const bodyPath = page?.headers.get(bodyPathHeader)
    // Images are in this cache too.
    if (!slug || typeof bodyPath !== 'string') continue
    cached.push({
      slug,
      cachedAt: readCachedAt(page),
      isComplete: bodyPath === '' || bodies.has(slug),
    })
  }
  return cached
}

/** Lets a saved article's former address redirect to it offline too. */
async function cacheFormerAddress(formerSlug: string, saved: readonly string[]) {
  if (isRateLimited(rateLimitKey)) return
  const redirect = await fetchRedirect(`/${formerSlug}`)
  if (!redirect) return
  const slug = new URL(redirect.headers.get('Location')!).pathname.slice(1)
  if (!saved.includes(slug)) return
  await (await openArticles()).put(cacheKey(slug, `/${formerSlug}`), redirect)
}

async function removeArticle(slug: string) {
  await deleteArticle(await openArticles(), slug)
  const bodies = await openBodiesIfLeased()
  if (bodies) await deleteArticle(bodies, slug)
}

/** Stores the page last, so that a listed article is complete. */
async function fetchArticle(slug: string) {
  try {
    const response = await fetchForCache(`/${slug}`)
    if (response?.status === 404 || response?.status === 410) return await removeArticle(slug)
    if (!response?.ok) return
    const html = await response.clone().text()
    const page = new DOMParser().parseFromString(html, 'text/html')
    const bodyPath = page.documentElement.dataset.body ?? ''
    const articles = await openArticles()
    await cacheAssets(html)
    await cacheImages(articles, slug, page.querySelectorAll('main [data-words] img'))
    if (bodyPath && isEntitled()) await fetchBody(slug, bodyPath)
    await articles.put(
      cacheKey(slug, `/${slug}`),
      toCachedResponse(response, { [bodyPathHeader]: bodyPath }),
    )
    const { identifier } = page.querySelector<HTMLElement>('[data-identifier]')?.dataset ?? {}
    if (identifier) await cacheFormerAddress(identifier, [slug])
  } catch {
    // There is no connection or no storage left, or there were too many requests. A later run will try again.
  }
}

async function fetchBody(slug: string, bodyPath: string) {
  const response = await fetchForCache(bodyPath)
  if (response?.status === 401 || response?.status === 403) return deleteBodies()
  if (!response?.ok) return
  const html = await response.clone().text()
  // The cache is opened once: after a sign-out, writing into the deleted cache has no effect.
  const bodies = await openBodiesWithLease()
  await bodies.put(cacheKey(slug, bodyPath), toCachedResponse(response))
  const body = new DOMParser().parseFromString(html, 'text/html')
  await cacheImages(bodies, slug, body.images)
  if (!isEntitled()) await deleteBodies()
}

/** Stores an article even if an image fails. */
async function cacheImages(cache: Cache, slug: string, images: Iterable<Element>) {
  const addresses = new Set([...images].flatMap((image) => pickImageToCache(image) ?? []))
  for (const address of addresses) {
    const key = imageKey(address)!
    if (await cache.match(cacheKey(slug, key), { ignoreVary: true })) continue
    const response = await fetchForCache(address)
    if (response?.ok) await cache.put(cacheKey(slug, key), toCachedResponse(response))
  }
}
