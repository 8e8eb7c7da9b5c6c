import { hour } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getPlanPrice } from '../../src/domain/subscription/plan.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { RetryEvent } from '../../src/domain/subscription/subscription-event.ts'
import { applySubscriptionEvent, type ChangeFailure } from './change-subscription.ts'
import { type SubscriptionDeps, type SyncResult, syncFromProvider } from './sync-from-provider.ts'

type RetryFailure =
  | ChangeFailure
  /** `declined`: PayPal declined it again. `notPossible`: no payment has failed. */
  | { readonly kind: 'declined' | 'notPossible'; readonly record: SubscriptionRecord | null }

/** Milliseconds after which PayPal's list contains a payment. */
const listingDelay = hour

/**
 * Charges once, however often it's called: the attempt is stored before PayPal is called, and a new one
 * starts only if PayPal declined the last. Nothing is captured while a payment is pending or complete.
 */
export async function retryPayment(
  deps: SubscriptionDeps,
  uid: string,
): Promise<Result<SyncResult, RetryFailure>> {
  const { paypal, now } = deps
  const change = (event: RetryEvent) => applySubscriptionEvent(deps, uid, 'reader', event)

  const started = await change({ kind: 'retryPayment', requestId: crypto.randomUUID() })
  if (!started.ok) return started
  const { record } = started.value
  const subscription = record?.subscription
  if (subscription?.state !== 'paymentFailed' || !subscription.retry) {
    return fail({ kind: 'notPossible', record })
  }
  const { provider, plan, failedAt, retry } = subscription

  const found = await paypal.find(provider)
  if (!found.ok) return found
  const payments = await paypal.transactions(provider, failedAt, now())
  if (!payments.ok) return payments
  const hasPayment = payments.value.some(
    ({ status }) => status === 'PENDING' || status === 'COMPLETED',
  )
  let isDeclined = false
  const { outstanding } = found.value
  if (outstanding.minorUnits > 0 && !hasPayment) {
    // The page named the plan's price.
    const price = getPlanPrice(plan)
    const due = outstanding.minorUnits > price.minorUnits ? price : outstanding
    const captured = await paypal.capture(provider, due, retry.requestId)
    if (!captured.ok && captured.failure.kind !== 'refused') return captured
    isDeclined = captured.ok && captured.value === 'declined'
  }
  // PayPal also retries by itself, so a decline counts only once its list must contain the attempt.
  const shouldBeListed = now().getTime() - retry.at.getTime() > listingDelay
  const wasDeclined =
    isDeclined ||
    (shouldBeListed &&
      payments.value.some(({ status, at }) => status === 'DECLINED' && at >= retry.at))
  if (wasDeclined && !hasPayment) {
    const recorded = await change({ kind: 'retryDeclined', requestId: retry.requestId })
    if (!recorded.ok) return recorded
  }
  const resumed = await resumeIfPaid(deps, provider)
  if (!resumed.ok) return resumed
  const synced = await syncFromProvider(deps, { uid, plan }, provider, { by: 'reader' })
  if (!synced.ok || !isDeclined) return synced
  return fail({ kind: 'declined', record: synced.value.record })
}

/** PayPal suspends a subscription after three failures, and doesn't reactivate it after a payment. */
async function resumeIfPaid(
  { paypal }: SubscriptionDeps,
  provider: string,
): Promise<Result<void, ChangeFailure>> {
  const current = await paypal.find(provider)
  if (!current.ok) return current
  const { status, failedPayments } = current.value.providerState
  if (status !== 'SUSPENDED' || failedPayments > 0) return succeed(undefined)
  const activation = await paypal.setStatus(provider, 'ACTIVE', 'The outstanding payment was made')
  return !activation.ok && activation.failure.kind !== 'refused' ? activation : succeed(undefined)
}
