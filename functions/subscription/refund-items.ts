/** Cancels subscriptions that must not continue at PayPal, and refunds payments that weren't due. */
import { day, minute } from '../../src/domain/duration.ts'
import {
  getRefundConfirmationPath,
  type OutboxItemOf,
} from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isEndedAtPayPal } from '../../src/domain/subscription/desired-status.ts'
import {
  createOutboxWrite,
  type ItemFailure,
  type ItemOutcome,
  nothingLeft,
} from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import { createRecordWrites } from '../statistics/records/create-record-writes.ts'
import { countAutomaticRefund } from './automatic-refunds.ts'
import { createFreeMonthWrites, findFirstPayment, readFreeMonth } from './free-month.ts'
import { getRefundRequestId, isRefundable } from './refunded-event.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

type RefundItem = OutboxItemOf<'refund' | 'surplus' | 'replaced'>

/** Returns the emails about the refunds, and the records that explain the payments to the books. */
export async function runRefundItem(
  deps: SubscriptionDeps,
  item: RefundItem,
): Promise<ItemOutcome> {
  const payer = await rememberPayer(deps, item)
  if (!payer.ok) return payer
  const refunds = await refundUnduePayments(deps, item)
  if (!refunds.ok) return refunds
  const { uid, provider: payPalSubscription } = item
  const surplus = item.kind === 'replaced' ? null : item.reason
  const about = { kind: 'refundConfirmation', uid, provider: payPalSubscription, surplus } as const
  const now = deps.now()
  const emails = refunds.value.map(({ id, at: paidAt, gross: amount }) =>
    createOutboxWrite(getRefundConfirmationPath(id), { ...about, paidAt, amount }, now),
  )
  const records = await createRecordWrites(
    refunds.value.map(({ id, at, gross: { minorUnits } }) => ({
      kind: 'undue',
      key: id,
      at,
      plan: '',
      amount: minorUnits,
      reason: surplus ?? item.kind,
      subscription: payPalSubscription,
      payment: id,
    })),
    null,
  )
  return succeed([...emails, ...records, ...payer.value])
}

/**
 * Records the payer of a deleted account's subscriptions, which only its items still name. Only the first time counts,
 * because later items run after 30 days.
 */
async function rememberPayer(
  { firestore, paypal }: SubscriptionDeps,
  { kind, uid, provider: payPalSubscription, pendingSince }: RefundItem,
): Promise<ItemOutcome> {
  if (kind !== 'replaced' || uid !== deletedAccountUid) return nothingLeft
  const found = await paypal.find(payPalSubscription)
  if (!found.ok) return found.failure.kind === 'notFound' ? nothingLeft : found
  const { payer, payPalState } = found.value
  const { lastPaymentAt: at } = payPalState
  if (!at) return nothingLeft
  const known = await readFreeMonth(firestore, payer)
  if (!known.ok) return known
  if (known.value?.deletedAt) return nothingLeft
  const payment = { provider: payPalSubscription, at }
  const firstPayment = await findFirstPayment(known.value, payment)
  const changes = { firstPayment, deletedAt: pendingSince }
  return succeed(createFreeMonthWrites(known.value, changes, pendingSince))
}

function refundUnduePayments(deps: SubscriptionDeps, item: RefundItem) {
  switch (item.kind) {
    case 'refund': {
      const paidAt = item.paymentAt.getTime()
      const from = new Date(paidAt - minute)
      return refundPayments(deps, item.provider, from, new Date(paidAt + minute))
    }
    case 'surplus':
      return cancelSurplus(deps, item)
    case 'replaced':
      return endReplacedSubscription(deps, item)
  }
}

const isPending = ({ status }: PayPalTransaction) => status === 'PENDING'

/** Makes an item run again later. */
const waitForPending = { kind: 'refused', issue: 'PENDING' } as const

/** Refunds each payment once, by its id, unless `allow` fails. Returns the refunded payments. */
async function refundPayments(
  { paypal }: SubscriptionDeps,
  payPalSubscription: string,
  from: Date,
  to: Date,
  allow: () => Promise<Result<unknown, ItemFailure>> = async () => succeed(null),
): Promise<Result<readonly PayPalTransaction[], ItemFailure>> {
  const found = await paypal.transactions(payPalSubscription, from, to)
  if (!found.ok) return found
  // A pending payment can't be refunded yet.
  if (found.value.some(isPending)) return fail(waitForPending)
  // If part was already refunded as credit, PayPal refunds the rest.
  const refundable = found.value.filter(isRefundable)
  const allowed = refundable.length > 0 ? await allow() : succeed(null)
  if (!allowed.ok) return allowed
  for (const payment of refundable) {
    const refunded = await paypal.refund(payment.id, getRefundRequestId(payment))
    if (!refunded.ok) return refunded
  }
  // PayPal lists a payment with a delay. A declined attempt isn't a payment.
  return found.value.some(({ status }) => status !== 'DECLINED')
    ? succeed(found.value.filter((one) => isRefundable(one) || one.status === 'REFUNDED'))
    : fail({ kind: 'notFound' })
}

/**
 * Cancels a subscription. PayPal refuses if it can't be cancelled, for example because the payer has already cancelled
 * it.
 */
async function cancelAtPayPal(
  { paypal }: SubscriptionDeps,
  payPalSubscription: string,
  reason: string,
) {
  const cancelled = await paypal.setStatus(payPalSubscription, 'CANCELLED', reason)
  return cancelled.ok || cancelled.failure.kind === 'refused' ? succeed(null) : cancelled
}

async function cancelSurplus(
  deps: SubscriptionDeps,
  { uid, provider: payPalSubscription, pendingSince }: OutboxItemOf<'surplus'>,
): Promise<Result<readonly PayPalTransaction[], ItemFailure>> {
  const found = await deps.paypal.find(payPalSubscription)
  if (!found.ok && found.failure.kind !== 'notFound') return found
  const { status = null, lastPaymentAt = null } = found.ok ? found.value.payPalState : {}
  // If the subscription is approved later, PayPal's event adds an item.
  if (status === 'APPROVAL_PENDING') return succeed([])
  if (status === 'ACTIVE' || status === 'SUSPENDED') {
    const ended = await cancelAtPayPal(
      deps,
      payPalSubscription,
      'This subscription couldn’t start, so any payments will be refunded',
    )
    if (!ended.ok) return ended
  }
  const payerId = found.ok ? found.value.payer.id : ''
  const refunded = await refundPayments(deps, payPalSubscription, new Date(0), deps.now(), () =>
    countAutomaticRefund(deps, payPalSubscription, { uid, payerId }),
  )
  if (refunded.ok || refunded.failure.kind !== 'notFound' || lastPaymentAt) return refunded
  // PayPal deletes unapproved subscriptions.
  if (!found.ok) return succeed([])
  // A first payment may arrive after the cancellation. The item waits for a day, or as long as PayPal lists the payment
  // as pending.
  const hasWaitedADay = deps.now().getTime() - pendingSince.getTime() > day
  return hasWaitedADay ? succeed([]) : refunded
}

/**
 * Ends a subscription that is no longer current. Refunds payments that PayPal has collected since, because they weren't
 * due.
 */
async function endReplacedSubscription(
  deps: SubscriptionDeps,
  { provider: payPalSubscription, lastDuePaymentAt }: OutboxItemOf<'replaced'>,
): Promise<Result<readonly PayPalTransaction[], ItemFailure>> {
  const { paypal, now } = deps
  const found = await paypal.find(payPalSubscription)
  // PayPal doesn't have the subscription, so it isn't billed.
  if (!found.ok) return found.failure.kind === 'notFound' ? succeed([]) : found
  if (!isEndedAtPayPal(found.value.payPalState.status)) {
    const cancelled = await cancelAtPayPal(
      deps,
      payPalSubscription,
      'The subscription has been replaced, or the account deleted',
    )
    if (!cancelled.ok) return cancelled
  }
  const from = lastDuePaymentAt ? new Date(lastDuePaymentAt.getTime() + minute) : new Date(0)
  // A pending renewal may still be paid. A renewal paid after this list was read is in the next response.
  const listed = await paypal.transactions(payPalSubscription, from, now())
  if (!listed.ok && listed.failure.kind !== 'notFound') return listed
  if (listed.ok && listed.value.some(isPending)) return fail(waitForPending)
  // A payment may have been collected just before the cancellation.
  const ended = await paypal.find(payPalSubscription)
  if (!ended.ok) return ended
  const { status, lastPaymentAt } = ended.value.payPalState
  if (!isEndedAtPayPal(status)) return fail({ kind: 'refused', issue: 'NOT_CANCELLED' })
  return lastPaymentAt && lastPaymentAt > from
    ? refundPayments(deps, payPalSubscription, from, now())
    : succeed([])
}
