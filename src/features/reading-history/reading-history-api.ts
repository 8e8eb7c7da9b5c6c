import { type ApiResult, call } from '../../browser/api.ts'
import type { ReadingHistoryItem } from '../../contracts/endpoints/reading-history-endpoints.ts'
import { succeed } from '../../domain/result.ts'
import {
  applyArticleLeft,
  applyServerHistory,
  isFresh,
  readReadingState,
  storeReadingState,
  type UnfinishedArticle,
} from './unfinished-articles.ts'

/** More articles than the front page shows. Each costs a database read. */
const maxUnfinished = 12

export async function fetchHistory(
  newest?: number,
): Promise<ApiResult<readonly ReadingHistoryItem[]>> {
  const answer = await call('GET /api/reading-history', { newest })
  if (!answer.ok) return answer
  const { articles } = answer.value
  storeReadingState(applyServerHistory(readReadingState(), articles, Date.now()))
  return succeed(articles)
}

/** Returns unfinished articles, as of up to an hour ago. */
export async function fetchUnfinishedArticles(): Promise<ApiResult<readonly UnfinishedArticle[]>> {
  const state = readReadingState()
  if (isFresh(state, Date.now())) return succeed(state.unfinished)
  const response = await fetchHistory(maxUnfinished)
  return response.ok
    ? succeed(applyServerHistory(state, response.value, Date.now()).unfinished)
    : response
}

/** Doesn't wait for a response, because the page is being closed. */
export function recordArticleLeft(article: UnfinishedArticle) {
  const { slug, depth } = article
  void call('PUT /api/reading-history/:slug', { slug, depth })
  storeReadingState(applyArticleLeft(readReadingState(), article, Date.now()))
}

/** `remaining` is the list without the article. */
export async function deleteFromHistory(slug: string, remaining: readonly ReadingHistoryItem[]) {
  const result = await call('DELETE /api/reading-history/:slug', { slug })
  if (result.ok)
    storeReadingState(
      applyServerHistory({ ...readReadingState(), lastLeft: null }, remaining, Date.now()),
    )
  return result
}

export async function deleteAllHistory() {
  const result = await call('DELETE /api/reading-history')
  if (result.ok)
    storeReadingState(applyServerHistory({ ...readReadingState(), lastLeft: null }, [], Date.now()))
  return result
}
