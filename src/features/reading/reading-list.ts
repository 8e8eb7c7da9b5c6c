/**
 * What the reader has read last, as this browser knows it: asked for once in a while and kept for the
 * visit, so that going to and fro costs nothing. Whether there is anything to go on with is remembered
 * on the device, for the front page to keep room for it before its first paint.
 */
import { type ApiFailure, callForJson, callForNothing } from '../../browser/api.ts'
import { endpoints } from '../../contracts/endpoints.ts'
import type { ReadingItem, ReadingResponse } from '../../contracts/reading.ts'
import { isUnfinished } from '../../domain/reading.ts'
import { type Result, succeed } from '../../domain/result.ts'

/** In localStorage, set where there is something to go on with (continue-hint.ts). */
export const continueKey = 'continue'

/** In sessionStorage. */
export const readingKey = 'reading-list'

/** Milliseconds. */
const freshFor = 5 * 60 * 1000

type Kept = { readonly at: number; readonly articles: readonly ReadingItem[] }

function kept(): Kept | null {
  try {
    const { at, articles }: Kept = JSON.parse(sessionStorage.getItem(readingKey) ?? 'null')
    return Math.abs(Date.now() - at) < freshFor ? { at, articles } : null
  } catch {
    return null
  }
}

/** Of articles that are begun and not finished, the one read last first. */
export const unfinished = (articles: readonly ReadingItem[]) =>
  articles.filter(({ depth }) => isUnfinished(depth))

function keepFor(articles: readonly ReadingItem[]) {
  noteWhether(unfinished(articles).length > 0)
  try {
    sessionStorage.setItem(readingKey, JSON.stringify({ at: Date.now(), articles } satisfies Kept))
  } catch {
    // Then it is asked for again.
  }
}

function noteWhether(isToContinue: boolean) {
  try {
    if (isToContinue) localStorage.setItem(continueKey, '1')
    else localStorage.removeItem(continueKey)
  } catch {
    // Then no room is kept.
  }
}

/** What is kept no longer says what is true: an article has been read in. */
export function noteRead(depth: number) {
  if (isUnfinished(depth)) noteWhether(true)
  try {
    sessionStorage.removeItem(readingKey)
  } catch {
    // Nothing is kept there.
  }
}

export async function fetchReading(): Promise<Result<readonly ReadingItem[], ApiFailure>> {
  const answer = await callForJson<ReadingResponse>('GET', endpoints.reading)
  if (!answer.ok) return answer
  keepFor(answer.value.articles)
  return succeed(answer.value.articles)
}

/** As of a few minutes ago, if need be. */
export async function recentReading(): Promise<Result<readonly ReadingItem[], ApiFailure>> {
  const known = kept()
  return known ? succeed(known.articles) : fetchReading()
}

export const articleReading = (slug: string) => `${endpoints.reading}/${slug}`

export async function forget(slug: string, left: readonly ReadingItem[]) {
  const done = await callForNothing('DELETE', articleReading(slug))
  if (done.ok) keepFor(left)
  return done
}

export async function forgetAll() {
  const done = await callForNothing('DELETE', endpoints.reading)
  if (done.ok) keepFor([])
  return done
}
