import { hour } from '../../src/domain/duration.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getSoldPrice } from '../../src/domain/subscription/sold.ts'
import type {
  SubscriptionIn,
  SubscriptionRecord,
} from '../../src/domain/subscription/subscription.ts'
import type { RetryEvent } from '../../src/domain/subscription/subscription-event.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { applySubscriptionEvent, type ChangeFailure } from './change-subscription.ts'
import type { SyncResult } from './record-paypal-state.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

type RetryFailure =
  | ChangeFailure
  /** `declined`: PayPal has declined the payment again. `notPossible`: no payment has failed. */
  | { readonly kind: 'declined' | 'notPossible'; readonly record: SubscriptionRecord | null }

type Failed = SubscriptionIn<'paymentFailed'>
type Retry = NonNullable<Failed['retry']>

/** Milliseconds within which PayPal lists a payment. */
const listingDelay = hour

/**
 * Charges only once, even if called repeatedly: the attempt is stored before PayPal is called, and a new attempt starts
 * only if PayPal declined the last one. Nothing is captured while a payment is pending or complete.
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
  const { provider: payPalSubscription, plan, failedAt, retry } = subscription

  const found = await paypal.find(payPalSubscription)
  if (!found.ok) return found
  const payments = await paypal.transactions(payPalSubscription, failedAt, now())
  if (!payments.ok) return payments
  const isPaid = payments.value.some(isPendingOrPaid)
  const captured = isPaid
    ? succeed('notDue' as const)
    : await captureBalance(deps, subscription, retry, found.value.outstanding)
  if (!captured.ok) return captured
  const isDeclined = captured.value === 'declined'
  if (!isPaid && (isDeclined || wasListedAsDeclined(payments.value, retry, now()))) {
    const recorded = await change({ kind: 'retryDeclined', requestId: retry.requestId })
    if (!recorded.ok) return recorded
  }
  const resumed = await resumeIfPaid(deps, payPalSubscription)
  if (!resumed.ok) return resumed
  const synced = await syncFromPayPal(deps, { uid, plan }, payPalSubscription, { by: 'reader' })
  if (!synced.ok || !isDeclined) return synced
  return fail({ kind: 'declined', record: synced.value.record })
}

const isPendingOrPaid = ({ status }: PayPalTransaction) =>
  status === 'PENDING' || status === 'COMPLETED'

/** PayPal also retries by itself, so a decline counts only once PayPal must have listed the attempt. */
const wasListedAsDeclined = (payments: readonly PayPalTransaction[], retry: Retry, now: Date) =>
  now.getTime() - retry.at.getTime() > listingDelay &&
  payments.some(({ status, at }) => status === 'DECLINED' && at >= retry.at)

/** Charges at most the price of one period, as shown on the page. */
async function captureBalance(
  { paypal }: SubscriptionDeps,
  failed: Failed,
  { requestId }: Retry,
  outstanding: PayPalTransaction['gross'],
): Promise<Result<string, PayPalFailure>> {
  if (outstanding.minorUnits <= 0) return succeed('notDue')
  const minorUnits = Math.min(outstanding.minorUnits, getSoldPrice(failed))
  const captured = await paypal.capture(failed.provider, { ...outstanding, minorUnits }, requestId)
  return captured.ok || captured.failure.kind !== 'refused' ? captured : succeed('refused')
}

/** PayPal suspends a subscription after three failures, and doesn't reactivate it after a payment. */
async function resumeIfPaid(
  { paypal }: SubscriptionDeps,
  payPalSubscription: string,
): Promise<Result<unknown, ChangeFailure>> {
  const current = await paypal.find(payPalSubscription)
  if (!current.ok) return current
  const { status, failedPayments } = current.value.payPalState
  if (status !== 'SUSPENDED' || failedPayments > 0) return succeed(null)
  const reason = 'The outstanding payment was made'
  const activation = await paypal.setStatus(payPalSubscription, 'ACTIVE', reason)
  return activation.ok || activation.failure.kind === 'refused' ? succeed(null) : activation
}
