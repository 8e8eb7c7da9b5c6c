/**
 * An event is only a hint: the current state is requested from PayPal. PayPal repeats an event for three days unless
 * the response is 2xx, so the response is 503 for an unprocessed event and 204 for an unrelated one.
 */
import { z } from 'zod'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { currency } from '../../src/publication/offer.ts'
import { changeDisputedGift, handleGiftEvent, isGiftEvent } from '../gift/handle-gift-event.ts'
import { endDeletedAccountPurchase, endSurplus } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import { toMoney } from '../platform/adapters/paypal-payments.ts'
import {
  applySubscriptionEvent,
  type ChangeFailure,
  type ChangeResult,
} from '../subscription/change-subscription.ts'
import { createReferralCheckWrite } from '../subscription/payment-effects.ts'
import type { PayPalEvent } from '../subscription/paypal-event.ts'
import { createRefundedEvent } from '../subscription/refunded-event.ts'
import { readReturnedParts } from '../subscription/returned-parts.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { syncFromPayPal } from '../subscription/sync-from-paypal.ts'

const id = z.string().min(3).max(50)
const identifiedResource = z.object({ id })
const disputeResource = z.object({ dispute_id: z.string().min(1).max(255) })
const saleResource = z.object({
  billing_agreement_id: id,
  /** A refund names the payment, and the total refunded so far. */
  sale_id: id.optional(),
  total_refunded_amount: z.object({ value: z.string() }).optional().catch(undefined),
})

/** Returns null if the event isn't about a subscription. */
function findSubscriptionId({ event_type, resource }: PayPalEvent): string | null {
  if (event_type.startsWith('BILLING.SUBSCRIPTION.'))
    return identifiedResource.safeParse(resource).data?.id ?? null
  return event_type.startsWith('PAYMENT.SALE.')
    ? (saleResource.safeParse(resource).data?.billing_agreement_id ?? null)
    : null
}

const isRefundEvent = (type: string) =>
  type === 'PAYMENT.SALE.REFUNDED' || type === 'PAYMENT.SALE.REVERSED'

/** Returns null if the event isn't about one of our subscriptions. */
export async function handlePayPalEvent(
  deps: SubscriptionDeps,
  event: PayPalEvent,
): Promise<Result<ChangeResult | null, ChangeFailure>> {
  if (event.event_type.startsWith('CUSTOMER.DISPUTE.')) return handleDispute(deps, event)
  if (isGiftEvent(event)) {
    const handled = await handleGiftEvent(deps, event)
    return handled.ok ? succeed(null) : handled
  }
  const payPalSubscription = findSubscriptionId(event)
  if (!payPalSubscription) return succeed(null)
  const checkout = await findCheckout(deps.firestore, payPalSubscription)
  if (!checkout.ok) return checkout
  if (!checkout.value) return succeed(null)
  const { uid, referral, refusedFor } = checkout.value
  const isPayment = event.event_type === 'PAYMENT.SALE.COMPLETED'
  if (uid === deletedAccountUid)
    return endDeletedAccountCheckout(deps, payPalSubscription, isPayment)
  // PayPal may list a first payment only now, long after its outbox item has run.
  if (isPayment && refusedFor) {
    const refunded = await isRefunded(deps, event, payPalSubscription)
    if (!refunded.ok) return refunded
    return refunded.value
      ? succeed(null)
      : endSurplus(deps, { uid, provider: payPalSubscription, reason: refusedFor })
  }
  if (!isRefundEvent(event.event_type)) {
    const source = { by: 'provider', message: toMessage(event) } as const
    const synced = await syncFromPayPal(deps, checkout.value, payPalSubscription, source)
    // PayPal doesn't list the event's payment yet, and will send the event again.
    const isEarly = synced.ok && synced.value.ignored === 'unpaid' && isPayment
    return isEarly ? fail({ kind: 'conflict' }) : synced
  }
  const checked = await checkReferralLater(deps, { provider: payPalSubscription, code: referral })
  if (!checked.ok) return checked
  const refund = await findRefundedPayment(deps, event, payPalSubscription, uid)
  if (!refund.ok) return refund
  return refund.value ? applyEvent(deps, event, uid, refund.value) : succeed(null)
}

/** Stores the check before the event is recorded as processed. Safe to repeat. */
async function checkReferralLater(
  { firestore, now }: SubscriptionDeps,
  { code, ...payment }: { provider: string; code: string | null; disputed?: string },
): Promise<Result<unknown, ChangeFailure>> {
  if (!code) return succeed(null)
  return firestore.commit([createReferralCheckWrite({ code, ...payment }, now())])
}

/** Ends a purchase that was approved or paid for after the account was deleted. */
async function endDeletedAccountCheckout(
  deps: SubscriptionDeps,
  payPalSubscription: string,
  isPaid: boolean,
): Promise<Result<null, ChangeFailure>> {
  const found = isPaid ? null : await deps.paypal.find(payPalSubscription)
  if (found && !found.ok) return found
  if (found && found.value.payPalState.status !== 'ACTIVE') return succeed(null)
  return endDeletedAccountPurchase(deps, payPalSubscription)
}

/**
 * Returns whether a payment has already been refunded: PayPal repeats events, and a repeated event would notify the
 * buyer of the refund again.
 */
async function isRefunded(
  { paypal, now }: SubscriptionDeps,
  { resource }: PayPalEvent,
  payPalSubscription: string,
): Promise<Result<boolean, ChangeFailure>> {
  const sale = identifiedResource.safeParse(resource)
  if (!sale.success) return succeed(false)
  const found = await paypal.transactions(payPalSubscription, new Date(0), now())
  if (!found.ok) return found.failure.kind === 'notFound' ? succeed(false) : found
  return succeed(found.value.find(({ id }) => id === sale.data.id)?.status === 'REFUNDED')
}

const applyEvent = (
  deps: SubscriptionDeps,
  event: PayPalEvent,
  uid: string,
  change: SubscriptionEvent,
) => applySubscriptionEvent(deps, uid, 'provider', change, toMessage(event))

const toMessage = ({ id, event_type: type }: PayPalEvent) => ({ id, type })

/**
 * Requests the payment's time from PayPal, and whether it was refunded in full. Money returned as credit isn't a refund
 * of the subscription.
 */
async function findRefundedPayment(
  { firestore, paypal, now }: SubscriptionDeps,
  event: PayPalEvent,
  payPalSubscription: string,
  uid: string,
): Promise<Result<SubscriptionEvent | null, ChangeFailure>> {
  const sale = saleResource.safeParse(event.resource)
  if (!sale.success || !sale.data.sale_id) return succeed(null)
  const { sale_id, total_refunded_amount } = sale.data
  const found = await paypal.transactions(payPalSubscription, new Date(0), now())
  if (!found.ok) return found
  const payment = found.value.find(({ id }) => id === sale_id)
  const refunded = toMoney({ value: total_refunded_amount?.value ?? '0', currency_code: currency })
  const isWhole = payment !== undefined && refunded.minorUnits >= payment.gross.minorUnits
  // A partial refund changes nothing.
  if (payment?.status === 'PARTIALLY_REFUNDED' && !isWhole) return succeed(null)
  if (payment?.status !== 'REFUNDED') {
    // PayPal lists a refund with a delay, and will send the event again. A reversal may never be listed: if PayPal or a
    // bank reverses a payment, its dispute ends the access.
    const isEarly = event.event_type === 'PAYMENT.SALE.REFUNDED'
    return isEarly ? fail({ kind: 'conflict' }) : succeed(null)
  }
  const findReturnedParts = await readReturnedParts(firestore, uid)
  if (!findReturnedParts.ok) return findReturnedParts
  if (findReturnedParts.value(payment.id).amount >= payment.gross.minorUnits) return succeed(null)
  return succeed(createRefundedEvent(payPalSubscription, payment, found.value))
}

/**
 * Events arrive in any order, so the dispute's state is requested from PayPal. The dispute names the payment and our id
 * for the payer, whose subscriptions are searched for that payment. A checkout that still has an expiry was never paid.
 */
async function handleDispute(
  deps: SubscriptionDeps,
  event: PayPalEvent,
): Promise<Result<ChangeResult | null, ChangeFailure>> {
  const { firestore, paypal, now } = deps
  const resource = disputeResource.safeParse(event.resource)
  if (!resource.success) return succeed(null)
  const { dispute_id: dispute } = resource.data
  const found = await paypal.findDispute(dispute)
  if (!found.ok) return found
  const { payment, customId, outcome, refunded } = found.value
  const disputedGift = await changeDisputedGift(deps, payment, dispute, outcome)
  if (!disputedGift.ok) return disputedGift
  if (disputedGift.value || customId === '') return succeed(null)
  const checkouts = await firestore.query({
    collection: 'checkouts',
    where: [{ field: 'customId', is: 'EQUAL', value: customId }],
  })
  if (!checkouts.ok) return checkouts
  const approved = checkouts.value.documents.filter(({ fields }) => fields.expiresAt == null)
  for (const { id: payPalSubscription, fields } of approved) {
    const transactions = await paypal.transactions(payPalSubscription, new Date(0), now())
    if (!transactions.ok && transactions.failure.kind !== 'notFound') return transactions
    const known = transactions.ok ? transactions.value : []
    const disputedPayment = known.find(({ id }) => id === payment)
    if (!disputedPayment) continue
    const uid = String(fields.uid)
    const returned = outcome === 'partial' ? await readReturnedParts(firestore, uid) : null
    if (returned && !returned.ok) return returned
    // A partial refund changes nothing, unless the rest had already been returned.
    const left = disputedPayment.gross.minorUnits - (returned?.value(payment).amount ?? 0)
    const isKept = outcome === 'won' || (outcome === 'partial' && (refunded ?? 0) < left)
    if (!isKept) {
      const code = typeof fields.referral === 'string' ? fields.referral : null
      const checked = await checkReferralLater(deps, {
        provider: payPalSubscription,
        code,
        disputed: payment,
      })
      if (!checked.ok) return checked
    }
    const about = { provider: payPalSubscription, dispute, paymentAt: disputedPayment.at }
    const change: SubscriptionEvent =
      outcome === 'open'
        ? { kind: 'disputed', ...about, payment }
        : isKept
          ? { kind: 'disputeWon', ...about }
          : { ...createRefundedEvent(payPalSubscription, disputedPayment, known), isLost: true }
    return applyEvent(deps, event, uid, change)
  }
  return succeed(null)
}
