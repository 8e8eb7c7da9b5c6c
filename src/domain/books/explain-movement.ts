/**
 * Finds the one record of ours that explains a movement of money. Records are those of functions/transition-records,
 * which name no reader: a subscription by the hash of PayPal's id, a payment by PayPal's id.
 */
import type { TransitionKind } from '../statistics/transition-record.ts'
import { isSamePayment } from '../subscription/payments.ts'
import { classifyMovement, type Movement } from './movement.ts'

const explanations = [
  /** Payments. */
  'started',
  'renewed',
  'giftBought',
  /** A payment that wasn't due, and its refund. */
  'undue',
  'undueReturned',
  'refunded',
  /** A part of a payment: credit, a share for given months, or more than the price. */
  'returned',
  'dispute',
  'hold',
  'fee',
  'transfer',
  /** An operator has said what it is. */
  'byHand',
] as const
export type ExplanationKind = (typeof explanations)[number]

export type MoneyRecord = {
  readonly id: string
  readonly kind: TransitionKind
  readonly at: Date
  readonly plan: string
  readonly amount: number
  readonly reason: string
  /** Empty if it isn't about a subscription. */
  readonly subject: string
  /** Empty if it wasn't known. */
  readonly payment: string
  readonly redeemableUntil: string | null
}

export type Explanation = {
  readonly kind: ExplanationKind
  readonly reason: string
  readonly plan: string
  /** The id of the record, which explains no other movement; null if the payment's own explanation is enough. */
  readonly record: string | null
  /** Parts of what was returned, in minor units. */
  readonly credit: number
  readonly share: number
  readonly excess: number
  readonly redeemableUntil: string | null
}

/** The payment that a movement is about, as it was explained. */
export type Original = {
  readonly id: string
  readonly kind: ExplanationKind
  readonly plan: string
  readonly subject: string | null
  readonly amount: number
  readonly currency: string
  /** Minor units that refunds had returned until this movement, which they include; positive. */
  readonly returned: number
}

type Context = {
  /** About the same subscription or payment; those that explain another movement already are left out. */
  readonly records: readonly MoneyRecord[]
  /** Null if the movement is about no other, or if that isn't explained. */
  readonly original: Original | null
  /** Minor units that refunds have returned of the movement itself. */
  readonly refunded: number
}

/** `subject` is the hash of the subscription; null if the movement names none. */
export type BookedMovement = Omit<Movement, 'subscription'> & { readonly subject: string | null }

const explain = (kind: ExplanationKind, details: Partial<Explanation> = {}): Explanation => ({
  kind,
  reason: '',
  plan: '',
  record: null,
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

/** Null if nothing explains it (yet). */
export function explainMovement(movement: BookedMovement, context: Context): Explanation | null {
  const kind = classifyMovement(movement)
  switch (kind) {
    case 'payment':
      return explainPayment(movement, context)
    case 'refund':
      return context.original && explainRefund(movement, context.records, context.original)
    case 'dispute':
      return context.original && explainDispute(context.records, context.original)
    case 'hold':
      // One that is about a payment needs that payment; PayPal's reserves are about none.
      return movement.original === null || context.original ? explain('hold') : null
    case 'fee':
    case 'transfer':
      return explain(kind)
    case 'other':
      return null
  }
}

function explainPayment(
  { id, at, subject, amount }: BookedMovement,
  { records, refunded }: Context,
): Explanation | null {
  const known = records.find(
    (one) => one.payment === id && (one.kind === 'giftBought' || one.kind === 'undue'),
  )
  if (known) return explainBy(known.kind as 'giftBought' | 'undue', known)
  // The beginning of a trial isn't paid.
  const due = records.filter(
    (one) =>
      subject !== null &&
      one.subject === subject &&
      (one.kind === 'started' || one.kind === 'renewed') &&
      one.amount > 0 &&
      isSamePayment(one.at, at),
  )
  const record = chooseNearest(due, at)
  if (record) return explainBy(record.kind as 'started' | 'renewed', record)
  // An operator has refunded all of it at PayPal.
  return refunded === amount ? explain('undue') : null
}

const isAbout = ({ subject, payment }: MoneyRecord, original: Original) =>
  payment === '' ? subject !== '' && subject === original.subject : payment === original.id

function explainRefund(
  { at, amount }: BookedMovement,
  records: readonly MoneyRecord[],
  original: Original,
): Explanation | null {
  const { plan } = original
  if (original.kind === 'undue') return explain('undueReturned', { plan })
  const about = records.filter((one) => isAbout(one, original))
  const parts = (['creditReturned', 'shareReturned', 'excessReturned'] as const).map(
    (kind) => about.find((one) => one.kind === kind) ?? null,
  )
  const [credit = 0, share = 0, excess = 0] = parts.map((part) => part?.amount ?? 0)
  const returned = parts.find((part) => part !== null)
  if (returned && credit + share + excess === -amount)
    return explainBy('returned', returned, { plan, credit, share, excess })
  // The record says that all of the payment was refunded. A part before that needs an explanation of its own.
  const isWhole = original.returned >= original.amount
  const refunds = about.filter(({ kind }) => kind === 'refunded' || kind === 'giftRefunded')
  const record = isWhole ? chooseNearest(refunds, at) : undefined
  return record ? explainBy('refunded', record, { plan }) : null
}

const disputeKinds: ReadonlySet<TransitionKind> = new Set([
  'disputed',
  'giftDisputed',
  'refunded',
  'giftRefunded',
])

/** A dispute moves money several times. If we have noticed it, all of them are explained. */
function explainDispute(records: readonly MoneyRecord[], original: Original): Explanation | null {
  const isNoticed = records.some((one) => disputeKinds.has(one.kind) && isAbout(one, original))
  return isNoticed ? explain('dispute', { plan: original.plan }) : null
}
