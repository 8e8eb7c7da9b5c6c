/** Retries a failed payment: asks PayPal to take what is outstanding. */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import { type ChangeFailure, changeSubscription } from './change.ts'
import { type Looked, type Means, takeWordOf } from './look.ts'

type RetryFailure =
  | ChangeFailure
  /** `declined`: the payer's way of paying was refused again. `notPossible`: no payment has failed. */
  | { readonly kind: 'declined' | 'notPossible'; readonly record: SubscriptionRecord | null }

/** Milliseconds after which PayPal's list of payments surely has one. */
const listingTakes = 60 * 60 * 1000

/**
 * Takes the money once, however often it is called and whenever: the attempt is stored before PayPal
 * is asked, and a new one begins only when PayPal has declined the one before. Nothing is captured
 * while a payment since the failure is pending or complete.
 */
export async function retryPayment(
  means: Means,
  uid: string,
): Promise<Result<Looked, RetryFailure>> {
  const { firestore, paypal, now } = means
  const change = (event: { readonly kind: 'retryPayment' | 'retryDeclined'; requestId: string }) =>
    changeSubscription({ firestore, uid, by: 'reader', now, event: async () => succeed(event) })

  const begun = await change({ kind: 'retryPayment', requestId: crypto.randomUUID() })
  if (!begun.ok) return begun
  const { record } = begun.value
  const subscription = record?.subscription
  if (subscription?.state !== 'paymentFailed' || !subscription.retry) {
    return fail({ kind: 'notPossible', record })
  }
  const { provider, plan, failedAt, retry } = subscription

  const found = await paypal.find(provider)
  if (!found.ok) return found
  const payments = await paypal.transactions(provider, failedAt, now())
  if (!payments.ok) return payments
  const isTaken = payments.value.some(
    ({ status }) => status === 'PENDING' || status === 'COMPLETED',
  )
  let isDeclined = false
  const { outstanding } = found.value
  if (outstanding.minorUnits > 0 && !isTaken) {
    const captured = await paypal.capture(provider, outstanding, retry.requestId)
    if (!captured.ok && captured.failure.kind !== 'refused') return captured
    isDeclined = captured.ok && captured.value === 'declined'
  }
  // A declined attempt, or one that PayPal declined after it was pending, makes room for the next. PayPal
  // retries by itself as well, so a decline counts only when its list must have the attempt itself.
  const isListed = now().getTime() - retry.at.getTime() > listingTakes
  const wasDeclined =
    isDeclined ||
    (isListed && payments.value.some(({ status, at }) => status === 'DECLINED' && at >= retry.at))
  if (wasDeclined && !isTaken) {
    const noted = await change({ kind: 'retryDeclined', requestId: retry.requestId })
    if (!noted.ok) return noted
  }
  const resumed = await resumeIfPaid(means, provider)
  if (!resumed.ok) return resumed
  const taken = await takeWordOf(means, { uid, plan }, provider, { by: 'reader' })
  if (!taken.ok || !isDeclined) return taken
  return fail({ kind: 'declined', record: taken.value.record })
}

/** After three failures PayPal suspends a subscription, and leaves it so when the payment is made. */
async function resumeIfPaid(
  { paypal }: Means,
  provider: string,
): Promise<Result<void, ChangeFailure>> {
  const after = await paypal.find(provider)
  if (!after.ok) return after
  const { status, failedPayments } = after.value.seen
  if (status !== 'SUSPENDED' || failedPayments > 0) return succeed(undefined)
  const brought = await paypal.bring(provider, 'ACTIVE', 'The outstanding payment was made')
  return !brought.ok && brought.failure.kind !== 'refused' ? brought : succeed(undefined)
}
