/**
 * Returns the part of a payment that isn't due: anything above the price, the share for months in the time bank, and
 * referral credit. There is one refund per payment. It's stored before PayPal is called, with a request id derived from
 * the payment, so that an interrupted or repeated run refunds the same amount only once.
 */
import { day } from '../../src/domain/duration.ts'
import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import {
  applyCredit,
  findUse,
  type Ledger,
  restoreUse,
  reverseCreditOfPayer,
  settleUse,
  summariseLedger,
} from '../../src/domain/referral/ledger.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getPlanPrice, type PlanId } from '../../src/domain/subscription/plan.ts'
import { getMonthsShare } from '../../src/domain/subscription/price-share.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import type { SubscriptionEvent } from '../../src/domain/subscription/subscription-event.ts'
import { changeLedger, readReferral } from '../credit/referral-record.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { PayPalFailure } from '../platform/adapters/paypal-rest.ts'
import { createRecordWrites } from '../statistics/records/create-record-writes.ts'
import {
  applySubscriptionEvent,
  type ChangeFailure,
  subscriptionPath,
} from '../subscription/change-subscription.ts'
import { type Settlement, settlementSchema } from '../subscription/returned-parts.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { createCreditEmailWrite } from './compose-credit-email.ts'
import { hashPayer } from './hash-payer.ts'

/** PayPal doesn't refund payments older than 180 days. */
export const refundPeriod = 180 * day

/** Issues after which no later attempt can succeed. */
const finalIssues = new Set([
  'REFUND_TIME_LIMIT_EXCEEDED',
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'REFUND_NOT_ALLOWED',
])

type UseItem = Pick<
  OutboxItemOf<'useCredit'>,
  'uid' | 'provider' | 'paymentAt' | 'plan' | 'months' | 'price'
>

type Deps = SubscriptionDeps

export async function settlePayment(
  deps: Deps,
  item: UseItem,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { now } = deps
  const payment = await findPayment(deps, item)
  if (!payment.ok) {
    const isLost =
      payment.failure.kind === 'notFound' &&
      now().getTime() - item.paymentAt.getTime() > refundPeriod
    return isLost ? succeed([]) : payment
  }
  const settlement = await storeSettlement(deps, item, payment.value)
  if (!settlement.ok) return settlement
  const credit = await reserveCredit(deps, item, payment.value, settlement.value)
  if (!credit.ok) return credit
  const { share, excess, state } = settlement.value
  const isPending = state === 'pending' && share + excess > 0
  if (!isPending && credit.value === 0) return succeed([])
  return refundParts(deps, item, payment.value, settlement.value, credit.value)
}

async function findPayment({ paypal }: Deps, { provider: payPalSubscription, paymentAt }: UseItem) {
  const offsetFromPayment = (seconds: number) => new Date(paymentAt.getTime() + seconds * 1000)
  const found = await paypal.transactions(
    payPalSubscription,
    offsetFromPayment(-60),
    offsetFromPayment(60),
  )
  if (!found.ok) return found
  const [payment] = found.value.filter(({ status }) => status !== 'DECLINED')
  // PayPal lists a payment with a delay.
  if (!payment) return fail({ kind: 'notFound' } as const)
  return payment.status === 'PENDING'
    ? fail({ kind: 'refused', issue: 'PENDING' } as const)
    : succeed(payment)
}

const settlementPath = (uid: string, payment: string) =>
  `${subscriptionPath(uid)}/history/settlement-${payment}`

/** Creates the settlement once per payment; another run finds it. */
async function storeSettlement(
  { firestore, now }: Deps,
  { uid, plan, provider: payPalSubscription, months, price: sold }: UseItem,
  { id, gross }: PayPalTransaction,
): Promise<Result<Settlement, ChangeFailure>> {
  const path = settlementPath(uid, id)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  if (stored.value) {
    const known = settlementSchema.safeParse(stored.value.fields)
    return known.success ? succeed(known.data) : fail({ kind: 'malformed' })
  }
  const price = plan ? (sold ?? getPlanPrice(plan).minorUnits) : gross.minorUnits
  const excess = Math.max(0, gross.minorUnits - price)
  const share = plan && months > 0 ? getMonthsShare(gross.minorUnits - excess, plan, months) : 0
  const settlement: Settlement = {
    kind: 'settled',
    payment: id,
    share,
    months,
    excess,
    state: 'pending',
  }
  if (share + excess === 0) return succeed(settlement)
  const details = {
    at: now(),
    by: 'cron',
    from: 'none',
    to: 'none',
    plan,
    provider: payPalSubscription,
  }
  const created = await firestore.commit([
    { set: path, fields: { ...settlement, ...details }, ifExists: false },
    ...(excess > 0
      ? [{ set: reconciliationPath, fields: { lastExcessAt: now() }, merge: true } as const]
      : []),
  ])
  return created.ok ? succeed(settlement) : created
}

/**
 * Reserves the credit that is used for the payment and hasn't been returned yet. Credit for a friend who pays with the
 * same PayPal account is reversed first, whoever subscribed first. Costs a call to PayPal if there is credit.
 */
async function reserveCredit(
  { firestore, paypal, now }: Deps,
  { uid, provider: payPalSubscription }: UseItem,
  { id, gross, status }: PayPalTransaction,
  { share, excess }: Settlement,
): Promise<Result<number, ChangeFailure>> {
  const referral = await readReferral(firestore, uid)
  if (!referral.ok) return referral
  let ledger: Ledger | null = referral.value?.ledger ?? null
  // If a payment was refunded for another reason, its remaining amount is unknown.
  if (ledger && status === 'COMPLETED' && summariseLedger(ledger).available > 0) {
    const found = await paypal.find(payPalSubscription)
    if (!found.ok) return found
    const payer = await hashPayer(uid, found.value.payer)
    const left = gross.minorUnits - share - excess
    const changed = await changeLedger(firestore, uid, (current) => {
      const own = payer === null ? current : reverseCreditOfPayer(current, payer, now())
      return applyCredit(own, id, left, now())
    })
    if (!changed.ok) return changed
    ledger = changed.value
  }
  const use = ledger && findUse(ledger, id)
  return succeed(use?.state === 'unsettled' ? use.amount : 0)
}

const isFinal = (failure: PayPalFailure, paidAt: Date, now: Date) =>
  (failure.kind === 'refused' && finalIssues.has(failure.issue)) ||
  (failure.kind !== 'unavailable' && now.getTime() - paidAt.getTime() > refundPeriod)

async function refundParts(
  deps: Deps,
  item: UseItem,
  payment: PayPalTransaction,
  settlement: Settlement,
  credit: number,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { paypal, now } = deps
  const { id, at: paidAt, gross } = payment
  const { share, excess } = settlement
  const part = { minorUnits: share + excess + credit, currency: gross.currency }
  const refunded = await paypal.refundPart(id, part, `credit-${id}`)
  if (refunded.ok) return recordReturn(deps, item, payment, settlement, credit)
  const { failure } = refunded
  return isFinal(failure, paidAt, now())
    ? giveUp(deps, item, payment, settlement, failure)
    : refunded
}

async function recordReturn(
  deps: Deps,
  item: UseItem,
  payment: PayPalTransaction,
  settlement: Settlement,
  credit: number,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { uid } = item
  const { id, at: paidAt, gross } = payment
  const { firestore, now } = deps
  const { share, months, excess } = settlement
  const records = await createReturnRecords({ ...item, payment: id, credit, share, excess }, now())
  const createWrites = (ledger: Ledger): readonly Write[] => {
    const { available: left } = summariseLedger(ledger)
    const parts = { amount: credit, share, months, excess }
    const about = { event: 'used', ...parts, price: gross.minorUnits, paidAt, left } as const
    const email = createCreditEmailWrite(uid, id, about, now())
    return [email, ...records, ...(share + excess > 0 ? [markSettlement(uid, id, 'returned')] : [])]
  }
  if (credit === 0) return succeed(createWrites([]))
  // Uses a single commit, so that another run finds all of it or nothing.
  const settled = await changeLedger(
    firestore,
    uid,
    (ledger) => settleUse(ledger, id, now()),
    (_, after) => createWrites(after),
  )
  return settled.ok ? succeed([]) : settled
}

const markSettlement = (uid: string, payment: string, state: Settlement['state']): Write => ({
  set: settlementPath(uid, payment),
  fields: { state },
  merge: true,
  ifExists: true,
})

/** Makes the credit and the months available again after PayPal has permanently refused the refund. */
async function giveUp(
  deps: Deps,
  { uid, provider: payPalSubscription, paymentAt }: UseItem,
  { id }: PayPalTransaction,
  { share, excess }: Settlement,
  failure: PayPalFailure,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const { firestore, now } = deps
  const restored = await changeLedger(firestore, uid, (ledger) => restoreUse(ledger, id, now()))
  if (!restored.ok) return restored
  const isRefunded = failure.kind === 'refused' && failure.issue === 'CAPTURE_FULLY_REFUNDED'
  // The whole payment had already been refunded. PayPal's event was mistaken for our own refund's, so the refund is
  // applied now.
  const event: SubscriptionEvent = isRefunded
    ? { kind: 'refunded', provider: payPalSubscription, paymentAt, payment: id }
    : { kind: 'shareRefused', provider: payPalSubscription, paymentAt }
  if (isRefunded || share > 0) {
    const changed = await applySubscriptionEvent(deps, uid, 'cron', event)
    if (!changed.ok) return changed
  }
  return succeed(share + excess > 0 ? [markSettlement(uid, id, 'refused')] : [])
}

const recordKinds = {
  credit: 'creditReturned',
  share: 'shareReturned',
  excess: 'excessReturned',
} as const

type ReturnedPayment = {
  /** PayPal's ids for the subscription and the payment. */
  readonly provider: string
  readonly payment: string
  readonly plan: PlanId | null
  /** In minor units. */
  readonly credit: number
  readonly share: number
  readonly excess: number
}

/** Creates a record for the books of each returned part that isn't 0, once per payment. */
function createReturnRecords(
  { provider: payPalSubscription, payment, plan, ...parts }: ReturnedPayment,
  at: Date,
): Promise<readonly Write[]> {
  const names = (['credit', 'share', 'excess'] as const).filter((name) => parts[name] > 0)
  const about = { at, plan: plan ?? '', reason: '', subscription: payPalSubscription, payment }
  return createRecordWrites(
    names.map((name) => ({ ...about, kind: recordKinds[name], key: payment, amount: parts[name] })),
    null,
  )
}
