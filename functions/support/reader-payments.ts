/** Lists a reader's payments for support: numbered, with the period that each pays for and why it was refunded. */

import { formatTime } from '../../src/content/manuscript/local-time.ts'
import { formatDay } from '../../src/domain/day.ts'
import { formatMoney } from '../../src/domain/money.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { SurplusReason } from '../../src/domain/subscription/effect-kinds.ts'
import { formatCents } from '../../src/domain/subscription/outlook-text.ts'
import { getPaidPeriod, type PaidPeriod } from '../../src/domain/subscription/paid-periods.ts'
import { isSamePayment } from '../../src/domain/subscription/payments.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import {
  type FoundPayment,
  type FoundPayments,
  findPayments,
} from '../subscription/find-payments.ts'
import { isRefundable } from '../subscription/refunded-event.ts'
import type { HistoryEntry } from '../subscription/subscription-history.ts'
import type { FoundReader } from './find-reader.ts'
import type { SupportDeps } from './support-deps.ts'
import { impossible, type SupportFailure } from './support-failure.ts'

export type ReaderPayment = FoundPayment & {
  /** Counts from 1, oldest first, so that a later payment doesn't change the number. */
  readonly number: number
  readonly period: PaidPeriod
  /** Numbers of other payments that PayPal has collected and not returned for the same period of the subscription. */
  readonly twins: readonly number[]
  /** Why the payment was refunded; null if it wasn't, or if no reason was recorded. */
  readonly reason: string | null
}

export async function readPayments(
  { firestore, paypal, now }: SupportDeps,
  { uid, record }: Pick<FoundReader, 'uid' | 'record'>,
): Promise<Result<readonly ReaderPayment[], SupportFailure>> {
  if (!paypal)
    return impossible(
      'PayPal isn’t set up for this site, so we can’t look up payments. Ask an operator to set it up.',
    )
  const found = await findPayments({ firestore, paypal, now }, uid, record)
  return found.ok ? succeed(describePayments(found.value, record)) : found
}

export const hasMoneyLeft = ({ transaction, returned }: FoundPayment) =>
  isRefundable(transaction) && returned.amount < transaction.gross.minorUnits

function describePayments(
  { payments, history }: FoundPayments,
  record: SubscriptionRecord,
): readonly ReaderPayment[] {
  const periods = payments.map(({ payPalSubscription, payment, transaction: { at } }) => {
    const first = payments.find((one) => one.payPalSubscription === payPalSubscription)!
    return getPaidPeriod(
      record,
      { provider: payPalSubscription, plan: payment.plan, at },
      first.transaction.at,
    )
  })
  return payments.map((one, index): ReaderPayment => {
    const period = periods[index]!
    const twins = payments.flatMap((other, place) => {
      const isTwin =
        place !== index &&
        other.payPalSubscription === one.payPalSubscription &&
        isRefundable(other.transaction) &&
        periods[place]!.from.getTime() === period.from.getTime()
      return isTwin ? [place + 1] : []
    })
    return { ...one, number: index + 1, period, twins, reason: findReason(one, history) }
  })
}

const surplusTexts: Readonly<Record<SurplusReason, string>> = {
  alreadySubscribed: 'the reader had another subscription',
  studentAddressInUse: 'the student address was used by another subscription',
  trialUsed: 'the trial had been used',
  underpaid: 'PayPal charged less than the plan’s price',
  accountDeleted: 'the account had been deleted',
  notPaid: 'the first payment arrived after the subscription was cancelled',
  planChangeOutdated: 'the subscription had changed before the new plan was approved',
}

/**
 * Finds the reason in the history: a refund was requested by support (refund-request.ts), for a surplus subscription,
 * because it wasn't due, or by PayPal.
 */
function findReason(
  { payPalSubscription, transaction: { id, at, status } }: FoundPayment,
  history: readonly HistoryEntry[],
): string | null {
  if (status !== 'REFUNDED' && status !== 'PARTIALLY_REFUNDED') return null
  const refunds = history.filter(
    (entry) => entry.provider === payPalSubscription && isSamePayment(entry.refundedAt, at),
  )
  const isByOperator = ({ operator }: HistoryEntry) => operator !== null
  const own =
    history.find((one) => one.payment === id && isByOperator(one)) ?? refunds.find(isByOperator)
  if (own) return `by ${own.operator}${own.message === null ? '' : `: ${own.message}`}`
  const surplus = history.find((entry) => entry.surplus === payPalSubscription)?.surplusReason
  if (surplus && surplus in surplusTexts) return surplusTexts[surplus as SurplusReason]
  if (refunds.some(({ kind }) => kind !== 'refunded')) return 'the payment wasn’t due'
  return refunds.length > 0 ? 'at PayPal, or after a dispute' : null
}

const stateTexts = {
  paid: 'paid',
  pending: 'pending',
  declined: 'declined',
  refunded: 'refunded',
  partlyRefunded: 'partly refunded',
} as const

/** Returns a text such as “1 January 2030 to 1 January 2031”. */
export const formatPeriod = ({ from, to }: PaidPeriod) => `${formatDay(from)} to ${formatDay(to)}`

const formatAmount = ({ transaction: { gross } }: FoundPayment) => formatMoney(gross)

export const formatPayment = (one: ReaderPayment) =>
  `${formatAmount(one)} paid on ${formatTime(one.transaction.at)} (${one.transaction.id})`

/** Describes the amounts that were returned, or are about to be, and why. */
export function listReturns({ returned, payment, reason }: ReaderPayment): readonly string[] {
  const { share, credit, excess } = returned
  const because = reason === null ? '' : ` (${reason})`
  return [
    ...(share > 0 ? [`${formatCents(share)} returned for months that the reader was given`] : []),
    ...(credit > 0 ? [`${formatCents(credit)} returned as referral credit`] : []),
    ...(excess > 0 ? [`${formatCents(excess)} returned because it exceeds the price`] : []),
    ...(payment.refunded > 0 ? [`${formatCents(payment.refunded)} refunded${because}`] : []),
    // PayPal's list doesn't contain the amount.
    ...(payment.state === 'partlyRefunded' ? [`partly refunded${because}`] : []),
  ]
}

function formatEntry(one: ReaderPayment): readonly string[] {
  const { number, transaction, payment, period, payPalSubscription, twins } = one
  const columns = [
    String(number).padStart(3),
    formatTime(transaction.at),
    formatAmount(one).padStart(7),
    stateTexts[payment.state].padEnd(15),
    transaction.id,
  ]
  const isTaken = payment.state === 'paid' || payment.state === 'partlyRefunded'
  return [
    columns.join('  '),
    `     for ${formatPeriod(period)} (${payment.plan}, ${payPalSubscription})`,
    ...listReturns(one).map((text) => `     ${text}`),
    ...(isTaken && twins.length > 0
      ? [`     charged more than once for this period: see also ${twins.join(', ')}`]
      : []),
  ]
}

export const formatPayments = (payments: readonly ReaderPayment[]): readonly string[] =>
  payments.length === 0 ? ['No payments.'] : payments.flatMap(formatEntry)
