/** Loads an article's closed part, or yields to the wall. An unreachable server never counts as "not entitled". */
import { atom, computed } from 'nanostores'
import { type ApiFailure, type ApiResult, isServerFault } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'

export type ArticleBody =
  /** Styles show the wall or a placeholder, depending on the hint. */
  | { readonly state: 'unknown' }
  | { readonly state: 'closed' }
  | { readonly state: 'open'; readonly html: string }
  | { readonly state: 'gone'; readonly message: string }
  /** The reader may be entitled, but the server can't be reached. */
  | { readonly state: 'unavailable'; readonly message: string; readonly isTrying: boolean }

/** The access expected without a request; `perhaps` if the reader's subscription may be newer than the hint. */
export type ExpectedAccess = 'open' | 'perhaps' | 'closed'

export type ArticleBodyDeps = {
  readonly expectAccess: () => ExpectedAccess
  readonly fetchBody: () => Promise<ApiResult<string>>
  /** Returns a subscription that is at most a few minutes old. */
  readonly currentSubscription: () => Promise<ApiResult<SubscriptionResponse>>
  /** Always requests the subscription from the server. */
  readonly fetchSubscription: () => Promise<ApiResult<SubscriptionResponse>>
  readonly createRetry: (attempt: () => void) => Retry
}

const serverFaultMessage = 'We can’t load the rest of this story right now.'

const getMessage = (failure: ApiFailure) =>
  isServerFault(failure) ? serverFaultMessage : failure.message

export function createArticleBodyStore(deps: ArticleBodyDeps) {
  const { expectAccess, fetchBody, currentSubscription, fetchSubscription } = deps
  const $current = atom<ArticleBody>({ state: 'unknown' })
  const retry = deps.createRetry(() => void attempt())
  let isTrying = false
  /** Increases with every sign-out: earlier responses belong to the previous reader. */
  let generation = 0

  async function loadBody() {
    const startGeneration = generation
    const body = await fetchBody()
    if (startGeneration !== generation) return
    if (body.ok) {
      retry.reset()
      $current.set({ state: 'open', html: body.value })
      return
    }
    const { code } = body.failure
    if (code === 'signed_out' || code === 'not_entitled') {
      retry.reset()
      // Corrects an outdated hint. If the server doesn't respond, the wall is shown all the same.
      await fetchSubscription()
      $current.set({ state: 'closed' })
      return
    }
    if (code === 'withdrawn' || code === 'not_found') {
      retry.reset()
      $current.set({ state: 'gone', message: body.failure.message })
      return
    }
    $current.set({ state: 'unavailable', message: getMessage(body.failure), isTrying: false })
    retry.schedule()
  }

  /** The hint may be old: the reader may have subscribed on another device. */
  async function recheckEntitlement() {
    const subscription = await currentSubscription()
    if (!subscription.ok) return retry.schedule()
    retry.reset()
    if (subscription.value.entitled) await loadBody()
  }

  async function attempt() {
    if (isTrying) return
    isTrying = true
    const isExpectedOpen = $current.get().state === 'unavailable' || expectAccess() === 'open'
    await (isExpectedOpen ? loadBody() : recheckEntitlement())
    isTrying = false
  }

  return {
    $articleBody: computed($current, (articleBody) => articleBody),
    /** Loads the closed part, without a request if the story is expected to be closed. */
    start() {
      if (expectAccess() !== 'closed') void attempt()
    },
    /** Loads the story that the server has opened. Resolves when it's shown, or isn't available. */
    load: loadBody,
    tryAgain() {
      const articleBody = $current.get()
      if (articleBody.state === 'unavailable') $current.set({ ...articleBody, isTrying: true })
      void attempt()
    },
    /** Removes the closed part, because the reader has signed out. */
    close() {
      generation++
      retry.reset()
      $current.set({ state: 'closed' })
    },
    /** Checks whether the reader has become entitled. */
    recheck() {
      const { state } = $current.get()
      if (state !== 'open' && state !== 'gone') void attempt()
    },
  }
}

export type ArticleBodyStore = ReturnType<typeof createArticleBodyStore>
