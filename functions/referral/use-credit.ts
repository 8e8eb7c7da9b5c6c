/**
 * Returns a payment, or a part of it, as credit. The use is stored before PayPal is called, under a request
 * id that derives from the payment: an interrupted or repeated run refunds the same amount once.
 */
import {
  applyCredit,
  type CreditUse,
  findUse,
  restoreUse,
  settleUse,
  summariseLedger,
} from '../../src/domain/referral/ledger.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { OutboxItemOf } from '../../src/domain/subscription/outbox-item.ts'
import type { Firestore, Write } from '../adapters/firestore.ts'
import type { PayPalTransaction } from '../adapters/paypal-payments.ts'
import type { PayPalFailure } from '../adapters/paypal-rest.ts'
import { type ChangeFailure, changeSubscription } from '../subscription/change-subscription.ts'
import type { SubscriptionDeps } from '../subscription/sync-from-provider.ts'
import { createCreditEmailWrite } from './credit-email.ts'
import { changeLedger, type ReferralFailure, readReferral } from './referral-record.ts'

/** PayPal refunds no payment that is older (180 days). */
const refundPeriod = 180 * 24 * 60 * 60 * 1000

/** With these, no later attempt can succeed. */
const finalIssues = new Set([
  'REFUND_TIME_LIMIT_EXCEEDED',
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'REFUND_NOT_ALLOWED',
])

type UseItem = Pick<OutboxItemOf<'useCredit'>, 'uid' | 'provider' | 'paymentAt'>

export async function useCredit(
  deps: SubscriptionDeps,
  item: UseItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { firestore, now } = deps
  const { uid } = item
  const payment = await findPayment(deps, item)
  if (!payment.ok) {
    const isLost =
      payment.failure.kind === 'notFound' &&
      now().getTime() - item.paymentAt.getTime() > refundPeriod
    return isLost ? succeed([]) : payment
  }
  const { id, gross, status } = payment.value
  const isWhole = status === 'COMPLETED'
  const ledger = await changeLedger(firestore, uid, (current) =>
    // Of a payment that was refunded for another reason, nobody knows how much is left.
    isWhole ? applyCredit(current, id, gross.minorUnits, now()) : current,
  )
  if (!ledger.ok) return ledger
  const use = ledger.value && findUse(ledger.value, id)
  if (use?.state !== 'unsettled') return succeed([])
  return refundUse(deps, item, payment.value, use)
}

async function findPayment({ paypal }: SubscriptionDeps, { provider, paymentAt }: UseItem) {
  const offsetFromPayment = (seconds: number) => new Date(paymentAt.getTime() + seconds * 1000)
  const found = await paypal.transactions(provider, offsetFromPayment(-60), offsetFromPayment(60))
  if (!found.ok) return found
  const [payment] = found.value.filter(({ status }) => status !== 'DECLINED')
  // PayPal lists a payment with a delay.
  if (!payment) return fail({ kind: 'notFound' } as const)
  return payment.status === 'PENDING'
    ? fail({ kind: 'refused', issue: 'PENDING' } as const)
    : succeed(payment)
}

const isFinal = (failure: PayPalFailure, paidAt: Date, now: Date) =>
  (failure.kind === 'refused' && finalIssues.has(failure.issue)) ||
  (failure.kind !== 'unavailable' && now.getTime() - paidAt.getTime() > refundPeriod)

async function refundUse(
  deps: SubscriptionDeps,
  item: UseItem,
  { id, at: paidAt, gross }: PayPalTransaction,
  { amount }: CreditUse,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { firestore, paypal, now } = deps
  const { uid } = item
  const part = { minorUnits: amount, currency: gross.currency }
  const refunded = await paypal.refundPart(id, part, `credit-${id}`)
  if (refunded.ok) {
    const settled = await changeLedger(
      firestore,
      uid,
      (ledger) => settleUse(ledger, id, now()),
      (_, after) => {
        const { available: left } = summariseLedger(after)
        const about = { event: 'used', amount, price: gross.minorUnits, paidAt, left } as const
        return [createCreditEmailWrite(uid, id, about, now())]
      },
    )
    return settled.ok ? succeed([]) : settled
  }
  const { failure } = refunded
  if (!isFinal(failure, paidAt, now())) return refunded
  const restored = await changeLedger(firestore, uid, (ledger) => restoreUse(ledger, id, now()))
  if (!restored.ok) return restored
  return failure.kind === 'refused' && failure.issue === 'CAPTURE_FULLY_REFUNDED'
    ? applyRefund(deps, item)
    : succeed([])
}

/** Somebody refunded all of it first. PayPal's event was taken for the credit's, so it's applied here. */
async function applyRefund(
  { firestore, now }: SubscriptionDeps,
  { uid, provider, paymentAt }: UseItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const event = { kind: 'refunded', provider, paymentAt } as const
  const options = { firestore, uid, by: 'cron', now, event: async () => succeed(event) } as const
  const changed = await changeSubscription(options)
  return changed.ok ? succeed([]) : changed
}

/** The part of a payment that PayPal refunds as credit. In US cents. */
export type CreditedPart = { readonly amount: number; readonly isReturned: boolean }

export async function readCreditUses(
  firestore: Firestore,
  uid: string,
): Promise<Result<(payment: string) => CreditedPart, ReferralFailure>> {
  const referral = await readReferral(firestore, uid)
  if (!referral.ok) return referral
  const ledger = referral.value?.ledger ?? []
  return succeed((payment) => {
    const use = findUse(ledger, payment)
    return use && use.state !== 'restored'
      ? { amount: use.amount, isReturned: use.state === 'settled' }
      : { amount: 0, isReturned: false }
  })
}
