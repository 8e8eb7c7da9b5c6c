/** What the reader has read, at the edge: asked for, noted and forgotten. */
import { type ApiFailure, callForJson, callForNothing, tellInLeaving } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { ReadingItem, ReadingRequest, ReadingResponse } from '../../contracts/reading.ts'
import { type Result, succeed } from '../../domain/result.ts'
import { afterAsking, afterLeaving, type Begun, isFresh, keepKnown, readKnown } from './begun.ts'

const addressOf = (slug: string) => `${endpoints.reading}/${slug}`

/** Among so many there is enough to go on with. Each costs a database read. */
const enough = 12

export async function fetchReading(
  query = '',
): Promise<Result<readonly ReadingItem[], ApiFailure>> {
  const answer = await callForJson<ReadingResponse>('GET', endpoints.reading + query)
  if (!answer.ok) return answer
  const { articles } = answer.value
  keepKnown(afterAsking(readKnown(), articles, Date.now()))
  return succeed(articles)
}

/** As of a while ago, if need be. */
export async function begunArticles(): Promise<Result<readonly Begun[], ApiFailure>> {
  const known = readKnown()
  if (isFresh(known, Date.now())) return succeed(known.begun)
  const asked = await fetchReading(`?newest=${enough}`)
  return asked.ok ? succeed(afterAsking(known, asked.value, Date.now()).begun) : asked
}

/** The page is being left: nobody waits for an answer. */
export function noteLeft(article: Begun) {
  const request: ReadingRequest = { depth: article.depth }
  tellInLeaving('PUT', addressOf(article.slug), request)
  keepKnown(afterLeaving(readKnown(), article, Date.now()))
}

/** `left` is what the list is then. */
export async function forget(slug: string, left: readonly ReadingItem[]) {
  const done = await callForNothing('DELETE', addressOf(slug))
  if (done.ok) keepKnown(afterAsking({ ...readKnown(), left: null }, left, Date.now()))
  return done
}

export async function forgetAll() {
  const done = await callForNothing('DELETE', endpoints.reading)
  if (done.ok) keepKnown(afterAsking({ ...readKnown(), left: null }, [], Date.now()))
  return done
}
