/** Creates a month's accounts from sums of booked movements. All amounts are integers in minor units. */
import { giftLengths } from '../gift/gift-length.ts'
import { getPeriodMonths, planIds } from '../subscription/plan.ts'
import type { ExplanationKind } from './explain-movement.ts'

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** A month such as “2026-11”, in the publication's time zone. */
export type Month = string & { readonly __month: true }

export const parseMonth = (text: string): Month | null =>
  monthPattern.test(text) ? (text as Month) : null

const countMonths = (month: string) => {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return year * 12 + index - 1
}

export function addToMonth(month: Month, count: number): Month {
  const total = countMonths(month) + count
  return `${Math.floor(total / 12)}-${String((total % 12) + 1).padStart(2, '0')}` as Month
}

/** The lines of the accounts, in this order. README.md defines them. */
export const accountKinds = [
  'started',
  'renewed',
  'giftBought',
  'giftRedeemed',
  'refunded',
  'credit',
  'share',
  'excess',
  'undue',
  'undueReturned',
  'dispute',
  'hold',
  'byHand',
  'transfer',
  'fee',
  'unexplained',
  'deferred',
] as const
export type AccountKind = (typeof accountKinds)[number]

type Group = {
  /** Empty if unknown. */
  readonly country: string
  /** A plan, or `gift_` with the gift's months; empty for movements that are about neither. */
  readonly plan: string
  readonly currency: string
}

export type AccountLine = Group & {
  readonly kind: AccountKind
  readonly count: number
  /** Negative for outgoing money. */
  readonly amount: number
  /** Months of access, in `deferred` lines. */
  readonly months: number
}

/** A sum of the month's movements. */
export type MovementSum = Group & {
  /** Null for unexplained movements. */
  readonly kind: ExplanationKind | null
  readonly count: number
  readonly amount: number
  readonly fee: number
  /** Parts of `returned`; positive. */
  readonly credit: number
  readonly share: number
  readonly excess: number
  readonly creditCount: number
  readonly shareCount: number
  readonly excessCount: number
}

/** Payments that aren't used up by the end of the month. `count` is the number of identical payments. */
export type PrepaidSum = Group & {
  /** Minor units of each payment, without any parts that were returned. */
  readonly kept: number
  /** The month in which the first month of access begins; null for a gift that hasn't been redeemed. */
  readonly startMonth: Month | null
  readonly count: number
}

export type RedeemedSum = Group & { readonly count: number }

export function getMonthsOf(plan: string): number {
  const planId = planIds.find((id) => id === plan)
  return planId
    ? getPeriodMonths(planId)
    : (giftLengths.find((length) => plan === `gift_${length}`) ?? 0)
}

/**
 * Returns the part of a payment for several months that is still deferred at the end of `month`. A month of access
 * counts in the calendar month in which it begins. The parts of all months add up to the payment.
 */
export function deferPayment(
  { kept, plan, startMonth }: Pick<PrepaidSum, 'kept' | 'plan' | 'startMonth'>,
  month: Month,
): { readonly amount: number; readonly months: number } {
  const total = getMonthsOf(plan)
  if (total === 0 || kept <= 0) return { amount: 0, months: 0 }
  const begun = startMonth === null ? 0 : countMonths(month) - countMonths(startMonth) + 1
  const past = Math.min(total, Math.max(0, begun))
  return { amount: kept - Math.round((kept * past) / total), months: total - past }
}

function splitSum(sum: MovementSum): readonly Omit<AccountLine, keyof Group | 'months'>[] {
  const { kind, count, amount, fee } = sum
  const fees = { kind: 'fee', count: 0, amount: fee } as const
  if (kind === null) return [{ kind: 'unexplained', count, amount }, fees]
  if (kind === 'returned')
    return [
      { kind: 'credit', count: sum.creditCount, amount: -sum.credit },
      { kind: 'share', count: sum.shareCount, amount: -sum.share },
      { kind: 'excess', count: sum.excessCount, amount: -sum.excess },
      fees,
    ]
  return [{ kind, count, amount }, fees]
}

const toKey = ({ country, plan, currency, kind }: AccountLine) =>
  [country, plan, currency, String(accountKinds.indexOf(kind)).padStart(2, '0')].join(' ')

/** Lines are sorted by country, plan, currency and kind. Empty lines are omitted. */
export function createAccounts(
  month: Month,
  movements: readonly MovementSum[],
  prepaid: readonly PrepaidSum[],
  redeemed: readonly RedeemedSum[],
): readonly AccountLine[] {
  const lines = new Map<string, AccountLine>()
  const add = (
    { country, plan, currency }: Group,
    line: Omit<AccountLine, keyof Group | 'months'> & { readonly months?: number },
  ) => {
    const added: AccountLine = { country, plan, currency, months: 0, ...line }
    const known = lines.get(toKey(added))
    lines.set(toKey(added), {
      ...added,
      count: added.count + (known?.count ?? 0),
      amount: added.amount + (known?.amount ?? 0),
      months: added.months + (known?.months ?? 0),
    })
  }
  for (const sum of movements) for (const line of splitSum(sum)) add(sum, line)
  for (const sum of redeemed) add(sum, { kind: 'giftRedeemed', count: sum.count, amount: 0 })
  for (const sum of prepaid) {
    const { amount, months } = deferPayment(sum, month)
    const { count } = sum
    if (months > 0)
      add(sum, { kind: 'deferred', count, amount: amount * count, months: months * count })
  }
  return [...lines]
    .filter(([, { count, amount }]) => count !== 0 || amount !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => line)
}
