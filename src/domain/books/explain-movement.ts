/**
 * Finds the one record of ours that explains a movement of money. The records are those of
 * functions/statistics/records, which identify no reader: a subscription by the hash of PayPal's id, and a payment by
 * PayPal's id.
 */

import { currency as ourCurrency } from '../../publication/offer.ts'
import { day } from '../duration.ts'
import type { TransitionKind, TransitionRecord } from '../statistics/transition-record.ts'
import { isSamePayment } from '../subscription/payments.ts'
import { classifyMovement, type Movement } from './movement.ts'

const explanations = [
  /** The movement is a payment. */
  'started',
  'renewed',
  'giftBought',
  /** A payment that wasn't due, or its refund. */
  'undue',
  'undueReturned',
  'refunded',
  /** Part of a payment: credit, a share for given months, or an amount above the price. */
  'returned',
  'dispute',
  'hold',
  'fee',
  'transfer',
  /** An operator has explained the movement. */
  'byHand',
] as const
export type ExplanationKind = (typeof explanations)[number]

export type MoneyRecord = Readonly<
  Pick<TransitionRecord, 'kind' | 'at' | 'plan' | 'amount' | 'reason' | 'subject' | 'payment'>
> & { readonly id: string; readonly redeemableUntil: string | null }

export type Explanation = {
  readonly kind: ExplanationKind
  readonly reason: string
  readonly plan: string
  /** The id of the record, which explains no other movement; null if the payment's own explanation is enough. */
  readonly record: string | null
  /** The records of the payment's other returned parts, which are used for this movement only. */
  readonly otherRecords: readonly string[]
  /** Parts of the returned amount, in minor units. */
  readonly credit: number
  readonly share: number
  readonly excess: number
  readonly redeemableUntil: string | null
}

/** The payment that a movement is about, with its explanation. */
export type Original = {
  readonly id: string
  readonly kind: ExplanationKind
  readonly plan: string
  readonly subject: string | null
  readonly amount: number
  readonly currency: string
  /** Minor units that refunds had returned by this movement, including it; positive. */
  readonly returned: number
}

type Context = {
  /** Records of the same subscription or payment, without those that already explain another movement. */
  readonly records: readonly MoneyRecord[]
  /** Null if the movement isn't about another one, or if that one is unexplained. */
  readonly original: Original | null
  /** Minor units of the movement itself that refunds have returned. */
  readonly refunded: number
}

/** `subject` is the hash of the subscription; null if the movement doesn't name one. */
export type BookedMovement = Omit<Movement, 'subscription'> & { readonly subject: string | null }

const explain = (kind: ExplanationKind, details: Partial<Explanation> = {}): Explanation => ({
  kind,
  reason: '',
  plan: '',
  record: null,
  otherRecords: [],
  credit: 0,
  share: 0,
  excess: 0,
  redeemableUntil: null,
  ...details,
})

const explainBy = (kind: ExplanationKind, record: MoneyRecord, details = {}): Explanation => {
  const { id, reason, plan, redeemableUntil } = record
  return explain(kind, { record: id, reason, plan, redeemableUntil, ...details })
}

const chooseNearest = (records: readonly MoneyRecord[], at: Date): MoneyRecord | undefined => {
  const distance = (record: MoneyRecord) => Math.abs(record.at.getTime() - at.getTime())
  return records.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** Returns null if nothing explains the movement (yet). */
export function explainMovement(movement: BookedMovement, context: Context): Explanation | null {
  const kind = classifyMovement(movement)
  switch (kind) {
    case 'payment':
      return explainPayment(movement, context)
    case 'refund':
      return explainAbout(explainRefund, movement, context)
    case 'dispute':
      return explainAbout(explainDispute, movement, context)
    case 'hold':
      // A hold that is about a payment needs that payment; PayPal's reserves aren't about one.
      return movement.original === null || context.original ? explain('hold') : null
    case 'fee':
    case 'transfer':
      return explain(kind)
    case 'other':
      return null
  }
}

function explainPayment(
  { id, at, subject, amount, currency }: BookedMovement,
  { records, refunded }: Context,
): Explanation | null {
  const comparable = currency === ourCurrency ? records : []
  const known = comparable.find(
    (one) =>
      one.payment === id &&
      (one.kind === 'giftBought' || one.kind === 'undue') &&
      one.amount === amount,
  )
  if (known) return explainBy(known.kind as 'giftBought' | 'undue', known)
  const excess = comparable.find((one) => one.payment === id && one.kind === 'excessReturned')
  // The beginning of a trial isn't paid for.
  const due = comparable.filter(
    (one) =>
      subject !== null &&
      one.subject === subject &&
      (one.kind === 'started' || one.kind === 'renewed') &&
      one.amount > 0 &&
      one.amount + (excess?.amount ?? 0) === amount &&
      isSamePayment(one.at, at),
  )
  const record = chooseNearest(due, at)
  if (record) return explainBy(record.kind as 'started' | 'renewed', record)
  // An operator has refunded the whole payment at PayPal.
  return refunded === amount ? explain('undue') : null
}

type ExplainAbout = (
  movement: BookedMovement,
  records: readonly MoneyRecord[],
  original: Original,
) => Explanation | null

/** Explains a movement about a payment. The movement must not return more than was paid, or another currency. */
function explainAbout(
  explainBoth: ExplainAbout,
  movement: BookedMovement,
  { records, original }: Context,
): Explanation | null {
  const isPossible =
    original?.currency === movement.currency && Math.abs(movement.amount) <= original.amount
  if (!isPossible) return null
  const about = records.filter((one) => isAbout(one, original))
  return explainBoth(movement, about, original)
}

const isAbout = ({ subject, payment }: MoneyRecord, original: Original) =>
  payment === '' ? subject !== '' && subject === original.subject : payment === original.id

function explainRefund(
  { at, amount }: BookedMovement,
  about: readonly MoneyRecord[],
  { kind, plan, currency, returned: returnedUntil, amount: paid }: Original,
): Explanation | null {
  if (kind === 'undue') return returnedUntil <= paid ? explain('undueReturned', { plan }) : null
  if (currency !== ourCurrency) return null
  const parts = (['creditReturned', 'shareReturned', 'excessReturned'] as const).map(
    (part) => about.find((one) => one.kind === part) ?? null,
  )
  const [credit = 0, share = 0, excess = 0] = parts.map((part) => part?.amount ?? 0)
  const [returned, ...others] = parts.flatMap((part) => part ?? [])
  if (returned && credit + share + excess === -amount) {
    const otherRecords = others.map(({ id }) => id)
    return explainBy('returned', returned, { plan, credit, share, excess, otherRecords })
  }
  // The record says that the whole payment was refunded. A partial refund before that needs a separate explanation.
  const refunds = about.filter((one) => one.kind === 'refunded' || one.kind === 'giftRefunded')
  const record = returnedUntil === paid ? chooseNearest(refunds, at) : undefined
  return record ? explainBy('refunded', record, { plan }) : null
}

/** Maximum milliseconds between the record of a dispute about an unknown payment and the movements that it explains. */
export const maxDisputeTime = 180 * day

const disputeKinds: ReadonlySet<TransitionKind> = new Set([
  'disputed',
  'giftDisputed',
  'refunded',
  'giftRefunded',
])

/**
 * A dispute moves money several times. If we have recorded a dispute of this payment, all of the movements are
 * explained.
 */
function explainDispute(
  { at }: BookedMovement,
  about: readonly MoneyRecord[],
  { plan }: Original,
): Explanation | null {
  const isNoticed = about.some(
    (one) =>
      disputeKinds.has(one.kind) &&
      (one.payment !== '' || Math.abs(one.at.getTime() - at.getTime()) <= maxDisputeTime),
  )
  return isNoticed ? explain('dispute', { plan }) : null
}
