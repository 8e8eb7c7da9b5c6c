/**
 * A return from PayPal proves nothing, so the state is requested from PayPal. The webhook may arrive earlier or later.
 */
import type { ApprovalResponse } from '../../src/contracts/endpoints/checkout-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import { isUnpaidTrial } from '../../src/domain/subscription/trial.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import { isBuyer } from './checkout-buyer.ts'
import type { SyncResult } from './record-paypal-state.ts'
import { refundText, renewStatus, secondSubscriptionText } from './renew-status.ts'
import { type Checkout, findCheckout } from './stored-checkout.ts'
import type { SubscriptionHandlerDeps } from './subscription-handler-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

/** A signed-in reader may have started the checkout as a guest. */
export const approveCheckout: Handle<
  'POST /api/checkout/:id/approval',
  SubscriptionHandlerDeps
> = async ({ id, key }, reader, deps) => {
  const { firestore, paypal, now } = deps
  const refuseSync = (reason: string) => refuseUnavailable(deps, 'approval_not_synced', { reason })
  if (!paypal) return refuseSync('not set up')
  const found = await findCheckout(firestore, id)
  if (!found.ok) return refuseSync(found.failure.kind)
  const checkout = found.value
  if (!checkout || !(await isBuyer(deps, id, checkout, { uid: reader?.uid ?? null, key })))
    return refuse('not_found')

  const synced = await syncFromPayPal({ firestore, paypal, now }, checkout, id, { by: 'reader' })
  if (paypal.wasUnapproved(id)) return refuse('not_approved')
  if (!synced.ok) return refuseSync(synced.failure.kind)
  const { record, found: details, ignored } = synced.value
  if (!details) return refuseSync('not asked')
  if (ignored === 'accountDeleted') return refuse('not_found')
  if (record?.subscription?.provider !== id)
    return describeUnstarted(checkout, synced.value, details)
  const approval = {
    ...createApproval(checkout, details, 'running'),
    // Changing plan during a trial doesn't start another trial.
    isTrial: isUnpaidTrial(record.subscription) && !checkout.planChange,
  }
  // Sets no cookie, because a link to somebody else's checkout must not make this browser buy in their name.
  if (checkout.isGuest) return succeed(approval)
  deps.sendPendingEmails(checkout.uid)
  return succeed({ ...approval, subscription: await renewStatus(deps, checkout.uid, record) })
}

/** Describes a purchase that isn't the buyer's subscription yet: its payment is pending, or it can't start. */
function describeUnstarted(
  checkout: Checkout,
  { ignored, surplus }: SyncResult,
  details: PayPalSubscriptionDetails,
) {
  const { status, failedPayments } = details.payPalState
  const isUnpaid = status === 'ACTIVE' && ignored === 'unpaid'
  const isPending = status === 'APPROVED' || (isUnpaid && failedPayments === 0)
  if (isPending) return succeed(createApproval(checkout, details, 'pending'))
  if (status !== 'ACTIVE' || isUnpaid) return refuse('not_approved')
  if (surplus === 'trialUsed') return refuse('trial_used')
  if (checkout.planChange) return refuse('plan_not_changed', describeUnchanged(surplus))
  if (surplus === 'underpaid') return refuse('already_subscribed', underpaidText)
  if (surplus === 'notPaid') return refuse('already_subscribed', lateText)
  return refuse('already_subscribed', checkout.student ? usedStudentText : secondSubscriptionText)
}

const usedStudentText =
  'You already had a subscription, or this student address is already used for another one. ' +
  `We’ve cancelled the new subscription. ${refundText}`

const underpaidText = `PayPal’s price was lower than your plan’s, so we’ve cancelled this subscription. ${refundText}`

const lateText = `PayPal couldn’t collect your first payment in time, so we’ve cancelled this subscription. ${refundText}`

const unchangedReasons: Readonly<Partial<Record<SurplusReason, string>>> = {
  underpaid: 'PayPal’s price was lower than the new plan’s',
  notPaid: 'PayPal couldn’t collect the first payment for the new plan in time',
  studentAddressInUse: 'This student address is already used for another subscription',
}

function describeUnchanged(surplus: SyncResult['surplus']): string {
  const reason =
    (surplus && unchangedReasons[surplus]) ??
    'Your subscription changed while you were confirming the new plan'
  return `${reason}, so your plan hasn’t changed. We’ve cancelled the new subscription. ${refundText}`
}

function createApproval(
  { plan, isGuest, planChange }: Checkout,
  { payer: { email, firstName, lastName, paidByCard } }: PayPalSubscriptionDetails,
  state: ApprovalResponse['state'],
): ApprovalResponse {
  return {
    state,
    plan,
    isTrial: false,
    isPlanChange: planChange !== null,
    method: paidByCard ? 'card' : 'paypal',
    payer: isGuest ? { first_name: firstName, last_name: lastName, email } : null,
    subscription: null,
  }
}
