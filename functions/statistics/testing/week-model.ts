/**
 * The events of the simulated week, as plain lists, and what the reports must say about it, counted with loops by the
 * definitions in src/domain/statistics/statistic-definitions.ts. Shares no code with what is tested.
 */

export type Counted =
  | 'views'
  | 'reads'
  | 'walls'
  | 'unlocks'
  | 'checkouts'
  | 'depth25'
  | 'depth50'
  | 'depth75'
  | 'depth100'

/** Times are milliseconds, UTC. Nothing is known before `knownAt`. */
export type Fact = {
  readonly at: number
  readonly knownAt: number
  readonly what: Counted
  /** Empty for pages that aren't about a story. */
  readonly slug: string
  readonly source: string
  readonly readerKind: string
  readonly country: string
  /** The issue that the link was from which opened the page. */
  readonly issue: string
}
export type Rejected = {
  readonly knownAt: number
  readonly reason: string
  readonly events: number
}
export type Move = {
  readonly at: number
  readonly knownAt: number
  readonly kind: string
  readonly plan: string
  readonly amount: number
  readonly reason: string
  readonly source: string
  /** The story of the wall or, without one, the last that was read. */
  readonly story: string
  readonly issue: string
}
/** A free story that a reader of the meter has used. */
export type Used = { readonly knownAt: number; readonly reader: string }

export class WeekModel {
  facts: Fact[] = []
  rejected: Rejected[] = []
  moves: Move[] = []
  used: Used[] = []

  /** As an editor could know it then. */
  until(now: number): WeekModel {
    const known = new WeekModel()
    known.facts = this.facts.filter(({ knownAt }) => knownAt <= now)
    known.rejected = this.rejected.filter(({ knownAt }) => knownAt <= now)
    known.moves = this.moves.filter(({ knownAt }) => knownAt <= now)
    known.used = this.used.filter(({ knownAt }) => knownAt <= now)
    return known
  }
}

const hour = 60 * 60 * 1000

/** Colombo's clocks are 5:30 ahead of UTC all year. */
function toColombo(instant: number): string {
  const known = knownTimes.get(instant)
  if (known) return known
  const text = new Date(instant + 5.5 * hour).toISOString()
  knownTimes.set(instant, text)
  return text
}
const knownTimes = new Map<number, string>()

export const getDay = (instant: number) => toColombo(instant).slice(0, 10)
export const getMonth = (instant: number) => toColombo(instant).slice(0, 7)
export const getHour = (instant: number) => Number(toColombo(instant).slice(11, 13))
export const getHourPart = (instant: number) => ((instant + 5.5 * hour) % hour) / hour
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 24 * hour).toISOString().slice(0, 10)
