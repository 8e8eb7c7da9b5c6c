/**
 * What stands after the lead-in of a closed article, and how it comes there. Where it cannot be
 * looked up it says so and keeps trying; it never takes "we cannot look" for "not entitled".
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type { ReaderHint } from '../../contracts/reader-hint.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { Result } from '../../domain/result.ts'

export type Rest =
  /** Before anything is known: styles show wall or placeholder by the hint. */
  | { readonly state: 'unknown' }
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly html: string }
  /** There is no rest, or none any longer, and none will come. */
  | { readonly state: 'gone'; readonly message: string }
  /** The reader may well be entitled; we cannot look, and say so. */
  | { readonly state: 'unavailable'; readonly message: string; readonly isTrying: boolean }

export type RestDependencies = {
  readonly hint: () => ReaderHint | null
  readonly fetchBody: () => Promise<Result<string, ApiFailure>>
  /** The server's word of the last minutes. */
  readonly currentSubscription: () => Promise<Result<SubscriptionResponse, ApiFailure>>
  /** The server's word now. */
  readonly fetchSubscription: () => Promise<Result<SubscriptionResponse, ApiFailure>>
  readonly createRetry: (attempt: () => void) => Retry
}

export type RestStore = {
  readonly $rest: ReadableAtom<Rest>
  /** Begins, by what the page assumes of its reader. A guest costs no request. */
  start(): void
  /** For a reader who does not want to wait. */
  tryAgain(): void
  /** The reader has gone, and what was opened for them goes with them. */
  close(): void
  /** It may be open to them now. */
  reconsider(): void
  stop(): void
}

const ourFault = 'We cannot open the rest of this story right now. The fault is ours, not yours.'

function wordsFor({ code, message }: ApiFailure): string {
  return code === 'unavailable' || code === 'internal' || code === 'unknown' ? ourFault : message
}

export function createRestStore(dependencies: RestDependencies): RestStore {
  const { hint, fetchBody, currentSubscription, fetchSubscription } = dependencies
  const $current = atom<Rest>({ state: 'unknown' })
  const retry = dependencies.createRetry(() => void attempt())
  let isTrying = false
  /** Counts who has gone: what is on its way is theirs. */
  let gone = 0

  async function look() {
    const before = gone
    const body = await fetchBody()
    if (before !== gone) return
    if (body.ok) {
      retry.reset()
      $current.set({ state: 'open', html: body.value })
      return
    }
    const { code } = body.failure
    if (code === 'signed_out' || code === 'not_entitled') {
      retry.reset()
      // The hint was out of date. The server's word corrects it, and with it header and wall; where
      // that word cannot be had either, the wall still stands.
      await fetchSubscription()
      $current.set({ state: 'closed' })
      return
    }
    if (code === 'withdrawn' || code === 'not_found') {
      retry.reset()
      $current.set({ state: 'gone', message: body.failure.message })
      return
    }
    $current.set({ state: 'unavailable', message: wordsFor(body.failure), isTrying: false })
    retry.schedule()
  }

  /** The hint may be of another day: a reader may have subscribed since, on another device. */
  async function lookWhetherOpenMeanwhile() {
    const subscription = await currentSubscription()
    if (!subscription.ok) return retry.schedule()
    retry.reset()
    if (subscription.value.entitled) await look()
  }

  async function attempt() {
    if (isTrying) return
    isTrying = true
    const isExpectedOpen = $current.get().state === 'unavailable' || hint()?.open
    await (isExpectedOpen ? look() : lookWhetherOpenMeanwhile())
    isTrying = false
  }

  return {
    $rest: computed($current, (rest) => rest),
    start() {
      if (hint()) void attempt()
    },
    tryAgain() {
      const rest = $current.get()
      if (rest.state === 'unavailable') $current.set({ ...rest, isTrying: true })
      void attempt()
    },
    close() {
      gone++
      retry.reset()
      $current.set({ state: 'closed' })
    },
    reconsider() {
      const { state } = $current.get()
      if (state !== 'open' && state !== 'gone') void attempt()
    },
    stop: retry.reset,
  }
}
