/**
 * What the reader has begun and not finished, as this browser knows it: asked for once in a while and
 * kept for the visit, so that going to and fro costs nothing. An article that was left a moment ago
 * counts as the browser saw it, because the server may not have heard of it yet. Whether there is
 * anything at all is remembered on the device, for the front page to keep room before its first paint.
 */
import type { ReadingItem } from '../../contracts/reading.ts'
import { isUnfinished } from '../../domain/reading-depth.ts'

/** In localStorage: '1' where the reader wants their reading kept; the preferences keep it true. */
export const historyKey = 'history'

/** In localStorage, set where there is something to go on with (continue-hint.ts). */
export const continueKey = 'continue'

/** In sessionStorage. */
const begunKey = 'begun'

/** Milliseconds: what happens on this device is known at once, and on another one seldom hurries. */
const freshFor = 60 * 60 * 1000
const justNow = 60 * 1000

export type Begun = Pick<ReadingItem, 'slug' | 'title' | 'depth'>
type Left = Begun & { readonly at: number }

export type Known = {
  /** When the server was asked; 0 before it has been. */
  readonly at: number
  readonly begun: readonly Begun[]
  /** The article that was left last. */
  readonly left: Left | null
}

const nothing: Known = { at: 0, begun: [], left: null }

/** The list with this article as the last that was read in; without it where it is finished. */
function withArticle(begun: readonly Begun[], { slug, title, depth }: Begun): Begun[] {
  const others = begun.filter((other) => other.slug !== slug)
  return isUnfinished(depth) ? [{ slug, title, depth }, ...others] : others
}

export function afterLeaving(known: Known, article: Begun, now: number): Known {
  return {
    ...known,
    begun: withArticle(known.begun, article),
    left: { ...article, at: now },
  }
}

/** `articles` as the server has them, the last first. */
export function afterAsking(known: Known, articles: readonly Begun[], now: number): Known {
  const begun = articles
    .filter(({ depth }) => isUnfinished(depth))
    .map(({ slug, title, depth }) => ({ slug, title, depth }))
  const left = known.left && now - known.left.at < justNow ? known.left : null
  return { at: now, begun: left ? withArticle(begun, left) : begun, left }
}

export const isFresh = ({ at }: Known, now: number) => Math.abs(now - at) < freshFor

export function readKnown(): Known {
  try {
    return JSON.parse(sessionStorage.getItem(begunKey) ?? 'null') ?? nothing
  } catch {
    return nothing
  }
}

export function keepKnown(known: Known) {
  try {
    sessionStorage.setItem(begunKey, JSON.stringify(known))
    if (known.begun.length > 0) localStorage.setItem(continueKey, '1')
    // Where the server has not been asked, there may be more.
    else if (known.at > 0) localStorage.removeItem(continueKey)
  } catch {
    // Then it is asked for again, and no room is kept.
  }
}
