/** Determines whether a gift is paid. Every attempt calls the Worker, which captures it once, so reloads are safe. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiResult } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type { BoughtGift } from '../../contracts/endpoints/gift-endpoints.ts'

export type FinishGiftState =
  /** `isSlow` is true after several attempts: PayPal may need days. */
  | { readonly phase: 'checking'; readonly isSlow: boolean }
  /** The Worker or PayPal is unavailable; the check is retried automatically. */
  | { readonly phase: 'unavailable'; readonly message: string }
  | { readonly phase: 'noOrder' }
  | { readonly phase: 'notApproved' }
  | { readonly phase: 'declined' }
  /** The gift was paid for in another browser. */
  | { readonly phase: 'otherBrowser' }
  | { readonly phase: 'paid'; readonly gift: BoughtGift }

export type FinishGiftDeps = {
  /** PayPal's id of the order. */
  readonly id: string | null
  readonly capture: (
    id: string,
  ) => Promise<ApiResult<{ readonly state: 'pending' | 'paid'; readonly gift: BoughtGift | null }>>
  /** Called once per page. */
  readonly onPaid: (gift: BoughtGift) => void
  readonly onDeclined: () => void
  readonly createRetry: (attempt: () => void) => Retry
}

/** Attempts after which the buyer is told that the payment may take a while. */
const slowAfter = 4

/**
 * The number of negative responses before a buyer who has just returned sees that there was no approval: the Worker
 * caches such a response for some seconds, and PayPal may be late.
 */
const unapprovedAnswers = 4

const isOrderId = (value: string | null): value is string =>
  value !== null && /^[A-Za-z0-9-]{3,50}$/.test(value)

export function createFinishGiftStore(deps: FinishGiftDeps) {
  const { id, capture } = deps
  const $current = atom<FinishGiftState>({ phase: 'checking', isSlow: false })
  const retry = deps.createRetry(() => void checkPayment())
  let attempts = 0
  let unapproved = 0

  async function checkPayment() {
    if (!isOrderId(id)) return $current.set({ phase: 'noOrder' })
    const result = await capture(id)
    if (result.ok) {
      if (result.value.state === 'paid') return showPaid(result.value.gift)
      $current.set({ phase: 'checking', isSlow: ++attempts >= slowAfter })
      return retry.schedule()
    }
    const { code, message } = result.failure
    switch (code) {
      case 'not_approved':
        if (++unapproved >= unapprovedAnswers) return $current.set({ phase: 'notApproved' })
        $current.set({ phase: 'checking', isSlow: false })
        return retry.schedule()
      case 'payment_declined':
        deps.onDeclined()
        return $current.set({ phase: 'declined' })
      case 'not_found':
        return $current.set({ phase: 'noOrder' })
      default:
        $current.set({ phase: 'unavailable', message })
        retry.schedule()
    }
  }

  function showPaid(gift: BoughtGift | null) {
    retry.reset()
    if (!gift) return $current.set({ phase: 'otherBrowser' })
    deps.onPaid(gift)
    $current.set({ phase: 'paid', gift })
  }

  return {
    $finish: computed($current, (finish) => finish) as ReadableAtom<FinishGiftState>,
    start: () => void checkPayment(),
    stop: retry.reset,
    tryAgain() {
      $current.set({ phase: 'checking', isSlow: false })
      void checkPayment()
    },
  }
}
