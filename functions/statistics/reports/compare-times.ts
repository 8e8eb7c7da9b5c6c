/** Compares today and the last 7 and 28 days with the periods before, for the overview or a story. */
import {
  addHoursUntil,
  addNumbers,
  addNumbersOfDays,
  type NumbersByKey,
} from '../../../src/domain/statistics/numbers.ts'
import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import { readHours, readTransitions } from './read-statistics.ts'
import type { ReportContext } from './report-context.ts'
import type { Comparison } from './report-tables.ts'

/** `from` is the first day of the earlier period. */
type TimesComparison = Required<Comparison> & { readonly from: CalendarDay }

/** `byDay`: all days of these times, today included. `addresses`: one story's slugs; empty for all stories. */
export async function compareTimes(
  { database, clock }: ReportContext,
  byDay: NumbersByKey,
  addresses: readonly string[],
): Promise<readonly TimesComparison[]> {
  const { today, yesterday, sameTimeYesterday } = clock
  const [hours, transitions] = await Promise.all([
    readHours(database, yesterday, addresses),
    readTransitions(
      database,
      { days: { from: yesterday, until: today }, addresses },
      'day',
      sameTimeYesterday,
    ),
  ])
  const compareDays = (length: number): TimesComparison => {
    const { days, before } = getPeriod(today, length)
    return {
      label: `${length} days`,
      comparedWith: `the ${length} days before`,
      from: before.from,
      now: addNumbersOfDays(byDay, days),
      before: addNumbersOfDays(byDay, before),
    }
  }
  return [
    {
      label: 'Today',
      comparedWith: 'yesterday by this time',
      from: yesterday,
      now: byDay.get(today) ?? {},
      before: addNumbers([addHoursUntil(clock, hours), ...transitions.values()]),
    },
    compareDays(7),
    compareDays(28),
  ]
}
