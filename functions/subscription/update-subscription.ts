import type { SubscriptionStep } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import { fail, succeed } from '../../src/domain/result.ts'
import { maxDailyChanges } from '../../src/domain/subscription/purchase-limits.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { applySubscriptionEvent, subscriptionPath } from './change-subscription.ts'
import { acceptRetentionOffer } from './free-month.ts'
import { renewStatus } from './renew-status.ts'
import { retryPayment } from './retry-payment.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { reconcileWithPayPal } from './sync-from-paypal.ts'

export const updateSubscription: Handle<
  'PATCH /api/subscription',
  SubscriptionHandlerDeps
> = async (request, { uid }, deps) => {
  const { paypal, firestore, now } = deps
  if (!paypal) return refuseUpdate(deps, uid, 'not set up')
  const subscriptionDeps = { firestore, paypal, now }
  // A reader can always cancel. Cancelling again is possible only after another step.
  const changes = request.step === 'cancel' ? succeed(0) : await countRecentChanges(deps, uid)
  if (!changes.ok) return refuseUpdate(deps, uid, changes.failure.kind)
  if (changes.value >= maxDailyChanges) return refuse('too_many_requests', tooManyChangesText)
  if (request.step === 'retryPayment') return retry(deps, subscriptionDeps, uid)
  const changed =
    request.step === 'acceptOffer'
      ? await acceptRetentionOffer(subscriptionDeps, uid)
      : await applySubscriptionEvent(deps, uid, 'reader', createEvent(request))
  if (!changed.ok) return refuseUpdate(deps, uid, changed.failure.kind)
  const { record, ignored } = changed.value
  if (ignored) return refuseStep(deps, uid, record, 'not_possible')
  if (!record || record.isReconciled) return returnStatus(deps, uid, record)
  // If PayPal is unavailable, the cron job reconciles the subscription.
  const reconciled = await reconcileWithPayPal(subscriptionDeps, uid, record)
  if (!reconciled.ok)
    deps.log('subscription_not_reconciled', { uid, reason: reconciled.failure.kind })
  return returnStatus(deps, uid, (reconciled.ok && reconciled.value?.record) || record)
}

const tooManyChangesText =
  'You’ve changed your subscription many times today. Try again tomorrow. You can still cancel, unless you already have.'

/** Counts recent changes, because each is stored for as long as the account exists. Costs one database read. */
function countRecentChanges({ firestore, now }: SubscriptionHandlerDeps, uid: string) {
  const where = [
    { field: 'at', is: 'GREATER_THAN', value: new Date(now().getTime() - day) } as const,
  ]
  const parent = subscriptionPath(uid)
  return firestore.count({ collection: 'history', parent, where, orderBy: 'at' })
}

function createEvent(
  request: Exclude<SubscriptionStep, { step: 'retryPayment' | 'acceptOffer' }>,
): SubscriptionEvent {
  if (request.step === 'cancel') return { kind: 'cancel', reason: request.reason }
  if (request.step === 'pause') return { kind: 'pause', months: request.months }
  return { kind: request.step }
}

async function retry(
  deps: SubscriptionHandlerDeps,
  subscriptionDeps: SubscriptionDeps,
  uid: string,
) {
  const retried = await retryPayment(subscriptionDeps, uid)
  if (retried.ok) return returnStatus(deps, uid, retried.value.record)
  const { failure } = retried
  if (!('record' in failure)) return refuseUpdate(deps, uid, failure.kind, retryFailedText)
  const code = failure.kind === 'declined' ? 'payment_declined' : 'not_possible'
  return refuseStep(deps, uid, failure.record, code)
}

/** Sets a new pass, so that the page shows the current status. */
async function refuseStep(
  deps: SubscriptionHandlerDeps,
  uid: string,
  record: SubscriptionRecord | null,
  code: 'not_possible' | 'payment_declined',
) {
  await renewStatus(deps, uid, record)
  return fail({ code })
}

async function returnStatus(
  deps: SubscriptionHandlerDeps,
  uid: string,
  record: SubscriptionRecord | null,
) {
  deps.sendPendingEmails(uid)
  return succeed(await renewStatus(deps, uid, record))
}

/** PayPal may have collected the payment even if its response was lost. */
const retryFailedText =
  'We couldn’t confirm your payment. Try again in a minute. You won’t be charged twice.'

const refuseUpdate = (
  deps: SubscriptionHandlerDeps,
  uid: string,
  reason: string,
  message = 'We couldn’t change your subscription. Try again in a minute.',
) => refuseUnavailable(deps, 'subscription_not_updated', { uid, reason }, message)
