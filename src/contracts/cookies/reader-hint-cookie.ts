import {
  type SubscriptionDetail,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '../../domain/subscription/subscription-status.ts'

/**
 * Lets pages render the right header and wall at first paint, but grants no access. Examples:
 * `isEnding.open`, `notSubscribed`, `needsToRestart.paymentFailed`; no cookie means guest.
 */
export const readerHintCookie = 'reader'

export type ReaderHint = {
  readonly status: SubscriptionStatus
  readonly open: boolean
  /** A subscription exists whose payment failed, is missing or was reversed: no other one is offered. */
  readonly paymentFailed: boolean
}

const unpaidDetails: readonly SubscriptionDetail[] = ['paymentFailed', 'paymentMissing', 'disputed']

export const createReaderHint = (subscription: {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
}): ReaderHint => ({
  status: subscription.status,
  open: subscription.entitled,
  paymentFailed: unpaidDetails.includes(subscription.detail),
})

export function formatReaderHint({ status, open, paymentFailed }: ReaderHint): string {
  return [status, open && 'open', paymentFailed && 'paymentFailed'].filter(Boolean).join('.')
}

const readerHintPattern = new RegExp(
  `^(${subscriptionStatuses.join('|')})(\\.open)?(\\.paymentFailed)?$`,
)

export function parseReaderHint(value: string | undefined): ReaderHint | null {
  const found = readerHintPattern.exec(value ?? '')
  if (!found) return null
  const [, status, open, paymentFailed] = found
  return {
    status: status as SubscriptionStatus,
    open: open !== undefined,
    paymentFailed: paymentFailed !== undefined,
  }
}
