/** The numbers counted for a period or a group. Statistics are these numbers, and rates of them (formulas.ts). */
import { counters } from './counters.ts'
import { type Clock, type Days, listDays } from './periods.ts'
import type { TransitionKind } from './transition-record.ts'

export const numberNames = [
  ...counters,
  'allViews',
  'rejected',
  'starts',
  'renewals',
  'paymentsFailed',
  'paymentsRecovered',
  'cancellations',
  'pauses',
  'offers',
  'ended',
  'refunds',
  'registrations',
  'weeklySignUps',
  'giftsBought',
  'giftsRedeemed',
  'payments',
  'revenue',
  'giftRevenue',
  'friendsReferred',
  'creditsEarned',
  'creditsReversed',
  'issueSent',
  'issueDelivered',
  'issueBounced',
  'issueComplaints',
  'meterReaders',
  'allMeterReaders',
] as const
export type NumberName = (typeof numberNames)[number]

/** Missing numbers are 0; null means unknown. Money is in minor units. */
export type Numbers = { readonly [Name in NumberName]?: number | null }
/** Numbers by day, story, source or another group. */
export type NumbersByKey = ReadonlyMap<string, Numbers>

type Added = {
  readonly counted: readonly NumberName[]
  /** The numbers to which a transition's amount is added, and those from which it's subtracted. */
  readonly paid?: readonly NumberName[]
  readonly returned?: readonly NumberName[]
}

const addedByKind: { readonly [Kind in TransitionKind]?: Added } = {
  started: { counted: ['starts', 'payments'], paid: ['revenue'] },
  renewed: { counted: ['renewals', 'payments'], paid: ['revenue'] },
  paymentFailed: { counted: ['paymentsFailed'] },
  paymentRecovered: { counted: ['paymentsRecovered'] },
  cancelled: { counted: ['cancellations'] },
  paused: { counted: ['pauses'] },
  offerTaken: { counted: ['offers'] },
  ended: { counted: ['ended'] },
  refunded: { counted: ['refunds'], returned: ['revenue'] },
  registered: { counted: ['registrations'] },
  newsletterConfirmed: { counted: ['weeklySignUps'] },
  giftBought: { counted: ['giftsBought', 'payments'], paid: ['revenue', 'giftRevenue'] },
  giftRedeemed: { counted: ['giftsRedeemed'] },
  giftRefunded: { counted: ['refunds'], returned: ['revenue'] },
}

/** `amount` is the total. */
export function countTransitions(kind: TransitionKind, count: number, amount: number): Numbers {
  const { counted, paid = [], returned = [] } = addedByKind[kind] ?? { counted: [] }
  return Object.fromEntries([
    ...counted.map((name) => [name, count]),
    ...paid.map((name) => [name, amount]),
    ...returned.map((name) => [name, -amount]),
  ])
}

export const hasAny = (numbers: Numbers, names: readonly NumberName[]) =>
  names.some((name) => (numbers[name] ?? 0) > 0)

function mapNumbers(compute: (name: NumberName) => number): Numbers {
  return Object.fromEntries(numberNames.map((name) => [name, compute(name)]))
}

export function addNumbers(all: Iterable<Numbers>): Numbers {
  const list = [...all]
  return mapNumbers((name) => list.reduce((sum, numbers) => sum + (numbers[name] ?? 0), 0))
}

export const addNumbersOfDays = (byDay: NumbersByKey, days: Days): Numbers =>
  addNumbers(listDays(days).flatMap((day) => byDay.get(day) ?? []))

/** Merges numbers: the keys of `one` come first in their order, followed by those only in `other`. */
export function mergeNumbers(one: NumbersByKey, other: NumbersByKey): NumbersByKey {
  const keys = new Set([...one.keys(), ...other.keys()])
  return new Map(
    [...keys].map((key) => [key, addNumbers([one.get(key) ?? {}, other.get(key) ?? {}])]),
  )
}

/**
 * Adds up yesterday's numbers until this time of day. Numbers are stored by hour, so the current hour counts in
 * proportion to the part that has passed.
 */
export function addHoursUntil(
  { hour, hourPart }: Pick<Clock, 'hour' | 'hourPart'>,
  byHour: ReadonlyMap<number, Numbers>,
): Numbers {
  const getPart = (counted: number) => (counted < hour ? 1 : counted === hour ? hourPart : 0)
  return mapNumbers((name) =>
    Math.round(
      [...byHour].reduce(
        (sum, [counted, numbers]) => sum + (numbers[name] ?? 0) * getPart(counted),
        0,
      ),
    ),
  )
}
