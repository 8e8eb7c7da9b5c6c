/**
 * The reader's unfinished articles, fetched at most once an hour. An article left within the last minute
 * has this browser's depth, because the server may not have it yet. The device stores whether there are any.
 */
import { removeDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'
import type { ReadingHistoryItem } from '../../contracts/endpoints/reading-history-endpoints.ts'
import { isUnfinished } from '../../domain/reading-history/reading-depth.ts'

/** The localStorage key that exists if there are unfinished articles (continue-hint.ts). */
export const continueKey = 'continue'

const storageKey = 'unfinished'

/** In milliseconds. Progress on another device is seldom urgent. */
const maxAge = 60 * 60 * 1000
const leftRecently = 60 * 1000

export type UnfinishedArticle = Pick<ReadingHistoryItem, 'slug' | 'title' | 'depth'>
type LastLeftArticle = UnfinishedArticle & { readonly at: number }

export type ReadingState = {
  /** When the server's list was last requested, in milliseconds; 0 if never. */
  readonly at: number
  readonly unfinished: readonly UnfinishedArticle[]
  readonly lastLeft: LastLeftArticle | null
}

const emptyState: ReadingState = { at: 0, unfinished: [], lastLeft: null }

/** Moves the article to the start of the list, or removes it if it is finished. */
function updateUnfinished(
  unfinished: readonly UnfinishedArticle[],
  { slug, title, depth }: UnfinishedArticle,
): UnfinishedArticle[] {
  const others = unfinished.filter((other) => other.slug !== slug)
  return isUnfinished(depth) ? [{ slug, title, depth }, ...others] : others
}

export function applyArticleLeft(
  state: ReadingState,
  article: UnfinishedArticle,
  now: number,
): ReadingState {
  return {
    ...state,
    unfinished: updateUnfinished(state.unfinished, article),
    lastLeft: { ...article, at: now },
  }
}

/** `articles` are newest first. */
export function applyServerHistory(
  state: ReadingState,
  articles: readonly UnfinishedArticle[],
  now: number,
): ReadingState {
  const unfinished = articles
    .filter(({ depth }) => isUnfinished(depth))
    .map(({ slug, title, depth }) => ({ slug, title, depth }))
  const lastLeft = state.lastLeft && now - state.lastLeft.at < leftRecently ? state.lastLeft : null
  return {
    at: now,
    unfinished: lastLeft ? updateUnfinished(unfinished, lastLeft) : unfinished,
    lastLeft,
  }
}

export const isFresh = ({ at }: ReadingState, now: number) => Math.abs(now - at) < maxAge

export function readReadingState(): ReadingState {
  return (readTabItem(storageKey) as ReadingState | null | undefined) ?? emptyState
}

export function storeReadingState(state: ReadingState) {
  if (!storeTabItem(storageKey, state)) return
  if (state.unfinished.length > 0) storeDeviceItem(continueKey, '1')
  // Before the server has answered, there may be more articles.
  else if (state.at > 0) removeDeviceItem(continueKey)
}
