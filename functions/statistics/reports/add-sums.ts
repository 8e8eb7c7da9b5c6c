import { countUntil, type Days, listDays } from '../../../src/domain/statistics/periods.ts'
import { noSums, type Sums, type SumsByKey } from './read-statistics.ts'

export const addSums = (all: Iterable<Sums>): Sums => {
  const total: Record<string, number> = { ...noSums }
  for (const sums of all) for (const name in noSums) total[name]! += sums[name as keyof Sums]
  return total as Sums
}

export function sumDays(byDay: SumsByKey, days: Days): Sums {
  return addSums(listDays(days).flatMap((day) => byDay.get(day) ?? []))
}

export function countSumsUntil(
  clock: Parameters<typeof countUntil>[0],
  byHour: ReadonlyMap<number, Sums>,
): Sums {
  const names = Object.keys(noSums) as (keyof Sums)[]
  return Object.fromEntries(
    names.map((name) => [
      name,
      countUntil(clock, new Map([...byHour].map(([hour, sums]) => [hour, sums[name]]))),
    ]),
  ) as Sums
}
