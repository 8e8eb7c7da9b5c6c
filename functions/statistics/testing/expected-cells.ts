/** Cells that a report of the simulated week must contain: `table / row / column` and the cell. */
import {
  addDays,
  type Counted,
  type Fact,
  getDay,
  type Move,
  type WeekModel,
} from './week-model.ts'

export type ExpectedCell = {
  readonly value: number | null
  readonly before?: number | null | undefined
  readonly isSmall?: true | undefined
}
export type ExpectedCells = Map<string, ExpectedCell>

/** Below these, differences are mostly chance. */
export const minimums: Readonly<Record<string, number>> = {
  Views: 50,
  'All views': 50,
  Reads: 50,
  Walls: 50,
  Unlocks: 50,
  Checkouts: 30,
  'Events rejected': 50,
}
export const fewMoves = 20
export const fewRates = 100

export const hour = 60 * 60 * 1000

export const count = (value: number, before: number, minimum: number): ExpectedCell =>
  Math.max(value, before) > 0 && Math.max(value, before) < minimum
    ? { value, before, isSmall: true }
    : { value, before }

export type Part = readonly [part: number, whole: number]
const divide = ([part, whole]: Part) => (whole === 0 ? null : part / whole)
const isFew = ([, whole]: Part, minimum: number) => whole > 0 && whole < minimum
export function rate(minimum: number, now: Part, before?: Part): ExpectedCell {
  const small = isFew(now, minimum) || (before !== undefined && isFew(before, minimum))
  return {
    value: divide(now),
    ...(before ? { before: divide(before) } : {}),
    ...(small ? { isSmall: true as const } : {}),
  }
}

export const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'Subscriptions started': ['started'],
  Renewals: ['renewed'],
  'Payments failed': ['paymentFailed'],
  'Payments recovered': ['paymentRecovered'],
  Cancellations: ['cancelled'],
  Pauses: ['paused'],
  'Offers accepted': ['offerTaken'],
  Ended: ['ended'],
  Refunds: ['refunded', 'giftRefunded'],
  Accounts: ['registered'],
  'Weekly sign-ups': ['newsletterConfirmed'],
  'Gifts bought': ['giftBought'],
  'Gifts redeemed': ['giftRedeemed'],
  'Friends who qualified': ['referral pending'],
  'Credits earned': ['referral earned'],
  'Credits taken back': ['referral reversed'],
}
export const countMoves = (moves: readonly Move[], label: string) => {
  let sum = 0
  for (const { kind } of moves) if (kindsOf[label]!.includes(kind)) sum++
  return sum
}
export const countStarts = (moves: readonly Move[]) => countMoves(moves, 'Subscriptions started')
export function sumRevenue(moves: readonly Move[]) {
  let sum = 0
  for (const { kind, amount } of moves) {
    if (kind === 'started' || kind === 'renewed' || kind === 'giftBought') sum += amount
    if (kind === 'refunded' || kind === 'giftRefunded') sum -= amount
  }
  return sum
}
const countPayments = (moves: readonly Move[]) =>
  moves.filter(({ kind }) => ['started', 'renewed', 'giftBought'].includes(kind)).length
export function revenue(now: readonly Move[], before: readonly Move[]): ExpectedCell {
  const { isSmall } = count(countPayments(now), countPayments(before), fewMoves)
  return { value: sumRevenue(now), before: sumRevenue(before), ...(isSmall ? { isSmall } : {}) }
}

export function sum(facts: readonly Fact[], what: Counted | 'allViews'): number {
  let total = 0
  for (const fact of facts) {
    if (what === 'allViews') total += fact.what === 'views' ? 1 : 0
    else if (what === 'views') total += fact.what === 'views' && fact.slug !== '' ? 1 : 0
    else total += fact.what === what ? 1 : 0
  }
  return total
}

export type Dated = { readonly at: number }
export const onDays = <Item extends Dated>(items: readonly Item[], from: string, until: string) =>
  items.filter(({ at }) => getDay(at) >= from && getDay(at) < until)

export const distinct = (values: readonly string[]) => [...new Set(values)]

export function addRow(cells: ExpectedCells, row: string, values: readonly ExpectedCell[]) {
  for (const [column, value] of values.entries()) cells.set(`${row} / ${column}`, value)
}

export const sourceNames: Readonly<Record<string, string>> = {
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social networks',
  newsletter: 'The Weekly',
  share: 'Shared links',
  gift: 'Gift links',
  own: 'Our own pages',
  campaign: 'Campaigns',
  other: 'Other sites',
  '': 'Unknown',
}

/** The statistics that are known at a time, and the days that reports compare. */
export class KnownStatistics {
  protected readonly model: WeekModel
  protected readonly now: number
  protected readonly today: string

  constructor(model: WeekModel, now: number) {
    this.model = model.until(now)
    this.now = now
    this.today = getDay(now)
  }

  protected ago = (days: number) => addDays(this.today, -days)

  /** The days of a column, and those before. */
  protected period<Item extends Dated>(items: readonly Item[], length: number) {
    return [
      onDays(items, this.ago(length), this.today),
      onDays(items, this.ago(2 * length), this.ago(length)),
    ] as const
  }
}
