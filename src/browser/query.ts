/**
 * What islands want to know from the server, asked once for all of them: an answer holds for five
 * minutes and outlives the page; what fails is asked again three times, ever later, and then as
 * seldom as anything that a page keeps trying (retry.ts). Looking at the page again asks nothing.
 *
 * Nothing is asked for guests, nor at build time. An answer that was on its way while somebody signed in or out is
 * nobody's, and is asked for again.
 */
import { type FetcherStore, nanoquery } from '@nanostores/query'
import { type Result, succeed } from '../domain/result.ts'
import type { ApiFailure } from './api.ts'
import { QueryCache } from './query-cache.ts'
import { isReaderShown } from './reader-hint.ts'
import { createRetry } from './retry.ts'
import { readSessionMark } from './session-mark.ts'
import { forgetInTab, recallInTab, rememberInTab } from './tab-memory.ts'

/** Milliseconds for which an answer holds. */
export const answerLifetime = 5 * 60 * 1000

/** Milliseconds before an attempt is repeated that has failed so many times; null for no more. */
export function retryDelay(failures: number): number | null {
  return failures <= 3 ? Math.min(1000 * 2 ** (failures - 1), 30_000) : null
}

const isBuilding = typeof document === 'undefined'

const kept = 'queries'
const cache = new QueryCache({
  find: () => recallInTab(kept),
  keep: (answers) => (answers.length > 0 ? rememberInTab(kept, answers) : forgetInTab(kept)),
})
const [createStore, , { mutateCache }] = nanoquery({
  cache,
  dedupeTime: answerLifetime,
  cacheLifetime: answerLifetime,
  revalidateOnFocus: false,
})

/** Counts whenever what is known, and what is on its way, is nobody's any more. */
let era = 0

export type Query<Data> = {
  /** Asks while somebody listens. Islands read it by useQuery (use-query.ts). */
  readonly $store: FetcherStore<Data, ApiFailure>
  /** What is known without asking. */
  known(): Data | undefined
  /** What is known, or else a new answer. */
  current(): Promise<Result<Data, ApiFailure>>
  /** A new answer. Whoever asks meanwhile gets the same. */
  refresh(): Promise<Result<Data, ApiFailure>>
  /** Takes what the server has said elsewhere. */
  accept(data: Data): void
  /** What is known is not so any more. */
  forget(): void
}

export function createQuery<Data>(
  key: string,
  {
    call,
    forGuests,
    take = () => {},
  }: {
    readonly call: () => Promise<Result<Data, ApiFailure>>
    /** What guests are told without asking. */
    readonly forGuests: Data
    /** Is told of every answer, before anybody else knows it. */
    readonly take?: (data: Data) => unknown
  },
): Query<Data> {
  const retry = createRetry(() => $store.revalidate())
  /** Counts what has been accepted from elsewhere: what was asked before is older. */
  let accepted = 0
  let asking: Promise<Result<Data, ApiFailure>> | undefined

  async function untilItHolds(): Promise<Result<Data, ApiFailure>> {
    const stand = () => `${era} ${accepted} ${readSessionMark()}`
    const asked = stand()
    const answer = await call()
    return asked === stand() ? answer : untilItHolds()
  }
  function ask() {
    asking ??= untilItHolds().finally(() => {
      asking = undefined
    })
    return asking
  }

  const $store: FetcherStore<Data, ApiFailure> = createStore<Data, ApiFailure>(key, {
    async fetcher() {
      if (isBuilding) return new Promise<never>(() => {})
      if (!isReaderShown()) return forGuests
      const answer = await ask()
      // The library's way of being told.
      if (!answer.ok) throw answer.failure
      retry.reset()
      take(answer.value)
      return answer.value
    },
    onErrorRetry({ retryCount }) {
      const delay = retryDelay(retryCount)
      if (delay !== null) retry.reset()
      // Later than the library's own attempt, and in its place where the page is hidden by then: the
      // library makes none there, and forgets it.
      retry.schedule()
      return delay
    },
  })

  function keep(data: Data) {
    retry.reset()
    take(data)
    // The library changes only what is there.
    cache.set(key, {})
    mutateCache(key, data)
  }
  function known() {
    const { data, expires = 0 } = cache.get(key) ?? {}
    return expires > Date.now() ? (data as Data | undefined) : undefined
  }
  async function refresh() {
    const answer = await ask()
    if (answer.ok) keep(answer.value)
    return answer
  }

  return {
    $store,
    known,
    refresh,
    async current() {
      const data = known()
      return data === undefined ? refresh() : succeed(data)
    },
    accept(data) {
      accepted++
      keep(data)
    },
    forget: () => void cache.delete(key),
  }
}

/** Nothing that is known is anybody's any more, and nothing that is on its way. */
export function forgetAnswers() {
  era++
  mutateCache(() => true, undefined)
  cache.clear()
}
