/** The sums that reports are made of, compared with those of the same rows as a list. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { counters } from '../../../src/domain/statistics/counters.ts'
import { addDays, type CalendarDay } from '../../../src/domain/time-zone.ts'
import { createMemoryDatabase, type MemoryDatabase } from '../testing/memory-database.ts'
import {
  createStatisticRow,
  type StatisticRow,
  storeStatisticRows,
} from '../testing/statistic-rows.ts'
import { readHours, readSums } from './read-statistics.ts'

const firstDay = '2026-10-30' as CalendarDay
const dayArbitrary = fc.nat(9).map((index) => addDays(firstDay, index))
const slugArbitrary = fc.constantFrom('', 'rain', 'tea')

const rowArbitrary = fc
  .record({
    day: dayArbitrary,
    hour: fc.nat(23),
    slug: slugArbitrary,
    source: fc.constantFrom('direct', 'search', 'newsletter'),
    readerKind: fc.constantFrom('guest', 'subscriber'),
    country: fc.constantFrom('LK', 'IN', ''),
    counted: fc.record(Object.fromEntries(counters.map((name) => [name, fc.nat(400)] as const))),
  })
  .map(({ counted, ...row }) =>
    createStatisticRow({ ...row, ...counted, page: row.slug === '' ? 'homepage' : 'article' }),
  )

/** Days whose hours are added up, and a time of some days. */
const timeArbitrary = fc.record({
  touched: fc.uniqueArray(dayArbitrary),
  from: dayArbitrary,
  length: fc.integer({ min: 1, max: 7 }),
})

const withDatabase = async (check: (database: MemoryDatabase) => Promise<void>) => {
  const database = createMemoryDatabase()
  try {
    await check(database)
  } finally {
    database.close()
  }
}

/** By the values of a column. Views are those of stories. */
function addRows(rows: readonly StatisticRow[], column: 'hour' | keyof StatisticRow) {
  const sums = new Map<unknown, Record<string, number>>()
  for (const row of rows) {
    const sum = sums.get(row[column]) ?? {}
    sums.set(row[column], sum)
    const add = (name: string, value: number) => {
      sum[name] = (sum[name] ?? 0) + value
    }
    add('allViews', row.views ?? 0)
    for (const name of counters)
      add(name, name === 'views' && row.slug === '' ? 0 : (row[name] ?? 0))
  }
  return sums
}

/** Reads and expected sums have the same keys, and the same numbers of those that were read. */
function expectSums(
  found: ReadonlyMap<unknown, object>,
  expected: ReadonlyMap<unknown, Record<string, number>>,
) {
  expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [key, sums] of found) expect(expected.get(key)).toMatchObject(omitKey(sums))
}
const omitKey = (sums: object) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !['key', 'hour'].includes(name)))

it('the sums of days, groups, stories and hours are those of the rows, whichever days are added up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(rowArbitrary, { maxLength: 40 }),
      timeArbitrary,
      (rows, { touched, from, length }) =>
        withDatabase(async (database) => {
          await storeStatisticRows(database, rows, new Set(touched))
          const days = { from, until: addDays(from, length) }
          const within = rows.filter(({ day }) => day >= days.from && day < days.until)
          for (const grouping of ['day', 'source', 'readerKind', 'country'] as const)
            expectSums(await readSums(database, { days }, grouping), addRows(within, grouping))
          const bySlug = await readSums(database, { days }, 'slug')
          expectSums(
            bySlug,
            addRows(
              within.filter(({ slug }) => slug !== ''),
              'slug',
            ),
          )
          const views = [...bySlug.values()].map((sums) => sums.views ?? 0)
          expect(views).toEqual(views.toSorted((one, other) => other - one))
          const story = within.filter(({ slug }) => slug === 'rain')
          for (const grouping of ['day', 'source'] as const)
            expectSums(
              await readSums(database, { days, story: 'rain' }, grouping),
              addRows(story, grouping),
            )
          const ofDay = rows.filter(({ day }) => day === from)
          expectSums(await readHours(database, from), addRows(ofDay, 'hour'))
          expectSums(
            await readHours(database, from, 'rain'),
            addRows(
              ofDay.filter(({ slug }) => slug === 'rain'),
              'hour',
            ),
          )
        }),
    ),
    { numRuns: 40 },
  )
})
