/**
 * Keeps saved articles on this device, to be read without a connection: the page, its scripts, fonts
 * and pictures, and for entitled readers what stands behind the lead-in. The service worker serves
 * them. Whatever is interrupted, the next call goes on with; tabs take turns.
 */
import { readCookie } from '../../browser/cookie.ts'
import { readFromDevice } from '../../browser/device-storage.ts'
import { isWorthFetchingAhead } from '../../browser/fetch-ahead.ts'
import { holdCall, isHeld } from '../../browser/held-calls.ts'
import { inTurn } from '../../browser/in-turn.ts'
import { parseReaderHint, readerHintCookie } from '../../contracts/reader-hint.ts'
import { keepAssetsOf } from './assets.ts'
import {
  closedParts,
  dated,
  dropArticleFrom,
  dropClosed,
  keptAt,
  keyFor,
  openKept,
  openLeased,
  pictureKey,
  slugOf,
} from './device-caches.ts'
import { type KeptArticle, keepingPlan } from './keeping-plan.ts'
import { pictureToKeep } from './picture-to-keep.ts'

/** What the reader has saved, newest first: a JSON array of slugs, kept true by features/saved. */
const savedKey = 'saved'

/** Where the closed part of a kept page is fetched; empty where it has none. */
const bodyPathHeader = 'Body-Path'

/** All that this fetches is held together: after one 429 the next would only be another. */
const keeping = 'kept articles'

/** Null without a connection. Throws after a 429, which ends this run. */
async function fetchToKeep(address: string): Promise<Response | null> {
  const answer = await fetch(address).catch(() => null)
  if (answer?.status !== 429) return answer
  holdCall(keeping, answer.headers.get('Retry-After'))
  throw new Error('too many requests')
}

/** Without a service worker nothing would be served from here, and nothing removed. */
async function isPossible(): Promise<boolean> {
  if (!('caches' in globalThis && 'locks' in navigator && 'serviceWorker' in navigator))
    return false
  if (!(await navigator.serviceWorker.getRegistration())) return false
  await navigator.serviceWorker.ready
  return true
}

/** What the reader has saved comes here, the newest first, and what they have not goes. */
export async function keepSaved(): Promise<void> {
  if (!(await isPossible())) return
  await inTurn('kept-articles', async () => {
    const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
    const plan = keepingPlan(parseSlugs(readFromDevice(savedKey)), await lyingHere(), {
      isOpen: isOpen(),
      mayRenew: isWorthFetchingAhead(connection),
      now: Date.now(),
    })
    for (const slug of plan.drop) await remove(slug)
    for (const slug of plan.bring) {
      if (isHeld(keeping)) return
      // Somebody who signs out meanwhile is not followed by what they had saved.
      if (hint() === null) return
      await bring(slug)
    }
  })
}

/** Anything else would be another address. */
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

/** By the cookie and not by the page: the reader may have signed out in another tab. */
const hint = () => parseReaderHint(readCookie(readerHintCookie))
const isOpen = () => hint()?.open === true

async function lyingHere(): Promise<KeptArticle[]> {
  const kept = await openKept()
  const closed = new Set(((await (await closedParts())?.keys()) ?? []).map(slugOf))
  const found: KeptArticle[] = []
  for (const request of await kept.keys()) {
    const slug = slugOf(request)
    const page = await kept.match(request, { ignoreVary: true })
    const bodyPath = page?.headers.get(bodyPathHeader)
    // Pictures lie here as well.
    if (!slug || typeof bodyPath !== 'string') continue
    found.push({ slug, keptAt: keptAt(page), isWhole: bodyPath === '' || closed.has(slug) })
  }
  return found
}

async function remove(slug: string) {
  await dropArticleFrom(await openKept(), slug)
  const closed = await closedParts()
  if (closed) await dropArticleFrom(closed, slug)
}

/** The page last, so that what is listed as kept is there with all that it needs. */
async function bring(slug: string) {
  try {
    const answer = await fetchToKeep(`/${slug}`)
    if (answer?.status === 404 || answer?.status === 410) return await remove(slug)
    if (!answer?.ok) return
    const html = await answer.clone().text()
    const page = new DOMParser().parseFromString(html, 'text/html')
    const bodyPath = page.documentElement.dataset.body ?? ''
    const kept = await openKept()
    await keepAssetsOf(html)
    await keepPictures(kept, slug, page.querySelectorAll('main [data-words] img'))
    if (bodyPath && isOpen()) await bringBody(slug, bodyPath)
    await kept.put(keyFor(slug, `/${slug}`), dated(answer, { [bodyPathHeader]: bodyPath }))
  } catch {
    // No connection, no room, or too many requests. What is missing is tried again another time.
  }
}

async function bringBody(slug: string, bodyPath: string) {
  const answer = await fetchToKeep(bodyPath)
  if (answer?.status === 401 || answer?.status === 403) return dropClosed()
  if (!answer?.ok) return
  const html = await answer.clone().text()
  // Opened once: where somebody signs out from here on, this writes into what is gone already.
  const closed = await openLeased()
  await closed.put(keyFor(slug, bodyPath), dated(answer))
  const rest = new DOMParser().parseFromString(html, 'text/html')
  await keepPictures(closed, slug, rest.images)
  if (!isOpen()) await dropClosed()
}

/** A picture that does not come is missing, as on any page, and the article is kept without. */
async function keepPictures(cache: Cache, slug: string, images: Iterable<Element>) {
  const addresses = new Set([...images].flatMap((image) => pictureToKeep(image) ?? []))
  for (const address of addresses) {
    const key = pictureKey(address)!
    if (await cache.match(keyFor(slug, key), { ignoreVary: true })) continue
    const answer = await fetchToKeep(address)
    if (answer?.ok) await cache.put(keyFor(slug, key), dated(answer))
  }
}
