/** Settles a payment: part of it may be refunded, and the payer's referrer may earn credit. */

import { getReferralCheckPath, getUseCreditPath } from '../../src/domain/outbox/outbox-item.ts'
import { summariseLedger } from '../../src/domain/referral/ledger.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { getPeriodEnd } from '../../src/domain/subscription/plan.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import { readReferral } from '../credit/referral-record.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { ChangeFailure } from './change-subscription.ts'
import { createFreeMonthWrites, findFirstPayment, readFreeMonth } from './free-month.ts'
import { findCheckout } from './stored-checkout.ts'

/** Adds an item that checks a friend's payment at PayPal. `disputed` is the id of a disputed payment. */
export function createReferralCheckWrite(
  payment: { provider: string; code: string; disputed?: string | null },
  at: Date,
): Write {
  const effect = { kind: 'referralCheck', disputed: null, ...payment } as const
  const path = getReferralCheckPath(effect.provider, effect.disputed ? 'disputed' : 'paid')
  return createOutboxWrite(path, effect, at)
}

/**
 * Creates writes for the commit that records payments. Costs a database read if there is a payment, plus one for a
 * subscription's first payment.
 */
export async function createCreditWrites(
  firestore: Firestore,
  uid: string,
  before: SubscriptionRecord | null,
  { settlements }: Pick<Transition, 'settlements'>,
  at: Date,
): Promise<Result<readonly Write[], ChangeFailure>> {
  if (settlements.length === 0) return succeed([])
  const referral = await readReferral(firestore, uid)
  if (!referral.ok && referral.failure.kind !== 'malformed') return referral
  // A malformed ledger must not prevent a payment from being recorded.
  const mayHaveCredit =
    !referral.ok || (referral.value && summariseLedger(referral.value.ledger).available > 0)
  const writes = settlements
    .filter((one) => mayHaveCredit || one.months > 0 || hasExcess(one))
    .map(({ provider, at: paymentAt, plan, months, price }): Write => {
      const effect = { kind: 'useCredit', uid, provider, paymentAt, plan, months, price } as const
      return createOutboxWrite(getUseCreditPath(provider, paymentAt), effect, at)
    })
  const previous = before?.subscription ?? null
  const { provider } = settlements[0]!
  const isFirst = previous?.provider !== provider || previous.lastPaymentAt === null
  if (!isFirst) return succeed(writes)
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout
  const code = checkout.value?.referral
  return succeed(code ? [...writes, createReferralCheckWrite({ provider, code }, at)] : writes)
}

/** Records who has paid, and when for the first time. Costs a database read if there is a payment. */
export async function createPayerWrites(
  firestore: Firestore,
  { payPalState, payer }: PayPalSubscriptionDetails,
  settlements: Transition['settlements'],
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const payments = settlements.filter((one) => one.provider === payPalState.id)
  const [payment] = payments
  if (!payment) return succeed([])
  const known = await readFreeMonth(firestore, payer)
  if (!known.ok) return known
  const ends = payments.map(({ plan, at }) => getPeriodEnd(plan, at).getTime())
  const paidUntil = new Date(Math.max(...ends))
  const firstPayment = await findFirstPayment(known.value, payment)
  return succeed(createFreeMonthWrites(known.value, { firstPayment, deletedAt: null }, paidUntil))
}

const hasExcess = ({ paid, price }: Transition['settlements'][number]) =>
  paid !== null && paid > price
