/** Reads sums from D1. For days that have changed since they were added up, the hours are read. */

import { type Counter, counters, queuedCounters } from '../../../src/domain/statistics/counters.ts'
import {
  addNumbers,
  countTransitions,
  mergeNumbers,
  type Numbers,
  type NumbersByKey,
} from '../../../src/domain/statistics/numbers.ts'
import { type Days, listDays, type Period } from '../../../src/domain/statistics/periods.ts'
import type { TransitionKind } from '../../../src/domain/statistics/transition-record.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import type { StatisticsDatabase, StatisticsValue } from '../records/statistics-database.ts'

/** Selects the sums. Views of stories and views of all pages are separate statistics. */
const createSums = (columns: readonly Counter[]) =>
  [
    "sum(iif(slug <> '', views, 0)) AS views",
    'sum(views) AS allViews',
    ...columns.filter((name) => name !== 'views').map((name) => `sum(${name}) AS ${name}`),
  ].join(', ')

/** Omits the reading depth, which only stories show, because each column adds time for every row. */
const counts = queuedCounters.filter((name) => !name.startsWith('depth'))

/**
 * Lists all hours. The keys of `hourly` begin with day and hour, and those of `daily` with the day, so each hour is
 * looked up separately.
 */
const hours = `hours AS (SELECT value AS hour FROM json_each('${JSON.stringify([...Array(24).keys()])}'))`
const daysAndHours = `days AS (SELECT value AS day FROM json_each(?1)), ${hours}`
const dayTables = [
  'days CROSS JOIN daily USING (day) WHERE day NOT IN (SELECT day FROM touchedDays)',
  `days CROSS JOIN touchedDays USING (day) CROSS JOIN hours CROSS JOIN hourly USING (day, hour)
    WHERE true`,
]

/** Sums each table separately first, which takes a fraction of the time. `?1`: the days. */
const sumDays = (select: string, condition: string) =>
  dayTables
    .map((table) => `SELECT ${select} FROM ${table}${condition} GROUP BY key`)
    .join(' UNION ALL ')

async function read<Row>(
  database: StatisticsDatabase,
  sql: string,
  ...values: StatisticsValue[]
): Promise<Row[]> {
  return (
    await database
      .prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results
}

const toMap = <Row extends { readonly key: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.key, row]))

/** `list` is a JSON array. */
const isIn = (column: string, list: string) => `${column} IN (SELECT value FROM json_each(${list}))`

type Filter = {
  readonly days: Days
  /** One story's slugs. Subscriptions count if they follow its paywall or, without a paywall, a read of the story. */
  readonly addresses?: readonly string[]
}

/** Reads the stories with the most views first. */
export async function readSums(
  database: StatisticsDatabase,
  { days, addresses = [] }: Filter,
  grouping: 'day' | 'slug' | 'source' | 'readerKind' | 'country',
  limit = 10_000,
): Promise<NumbersByKey> {
  const isOfStory = addresses.length > 0
  const columns = isOfStory ? counters : counts
  const condition = isOfStory
    ? ` AND ${isIn('slug', '?3')}`
    : grouping === 'slug'
      ? " AND slug <> ''"
      : ''
  const totals = ['allViews', ...columns].map((name) => `sum(${name}) AS ${name}`)
  return toMap(
    await read<Numbers & { key: string }>(
      database,
      `WITH ${daysAndHours} SELECT key, ${totals.join(', ')}
       FROM (${sumDays(`${grouping} AS key, ${createSums(columns)}`, condition)})
       GROUP BY key ORDER BY sum(views) DESC, sum(allViews) DESC, key LIMIT ?2`,
      JSON.stringify(listDays(days)),
      limit,
      ...(isOfStory ? [JSON.stringify(addresses)] : []),
    ),
  )
}

/** Reads views by hour, counted from 0. Hours without a view are missing. */
export async function readHours(
  database: StatisticsDatabase,
  day: CalendarDay,
  addresses: readonly string[] = [],
): Promise<ReadonlyMap<number, Numbers>> {
  const rows = await read<Numbers & { hour: number }>(
    database,
    `WITH ${hours} SELECT hour, ${createSums(counters)} FROM hours CROSS JOIN hourly USING (hour)
     WHERE day = ?1${addresses.length > 0 ? ` AND ${isIn('slug', '?2')}` : ''} GROUP BY hour`,
    day,
    ...(addresses.length > 0 ? [JSON.stringify(addresses)] : []),
  )
  return new Map(rows.map((row) => [row.hour, row]))
}

export type StoryReads = {
  readonly slug: string
  readonly views: number
  readonly reads: number
  readonly providerReads: number
}

const storyReads = ['views', 'reads', 'listedReads', 'providerReads']
  .map((name) => `sum(${name}) AS ${name}`)
  .join(', ')

type Ranking = { readonly by: 'reads' | 'providerReads'; readonly minProviderReads: number }

/**
 * Ranks stories. Editors see all reads. Readers see lists that nobody can fill alone, or empty by reading other
 * stories. A phone gets new networks as it reconnects, so networks only decide between stories read from the same
 * number of provider networks.
 */
const rankStories = ({ by, minProviderReads }: Ranking) =>
  `HAVING sum(providerReads) >= ${minProviderReads} ORDER BY sum(${by}) DESC, sum(listedReads) DESC, sum(views) DESC, slug LIMIT`

/** Reads the sums for readers' lists. */
export function readMostReadOfDays(
  database: StatisticsDatabase,
  days: Days,
  limit: number,
  minProviderReads: number,
) {
  return read<StoryReads>(
    database,
    `WITH ${daysAndHours} SELECT key AS slug, ${storyReads}
     FROM (${sumDays(`slug AS key, ${storyReads}`, " AND slug <> ''")})
     GROUP BY slug ${rankStories({ by: 'providerReads', minProviderReads })} ?2`,
    JSON.stringify(listDays(days)),
    limit,
  )
}

export type Hour = { readonly day: CalendarDay; readonly hour: number }

export function readMostReadOfHours(
  database: StatisticsDatabase,
  hours: readonly Hour[],
  limit: number,
  ranking: Ranking,
) {
  return read<StoryReads & { readonly latest: number }>(
    database,
    `SELECT slug, ${storyReads},
       sum(iif(day = ?2 AND hour = ?3, views, 0)) AS latest
     FROM json_each(?1) CROSS JOIN hourly ON day = value ->> 'day' AND hour = value ->> 'hour'
     WHERE slug <> '' GROUP BY slug ${rankStories(ranking)} ?4`,
    JSON.stringify(hours),
    hours[0]!.day,
    hours[0]!.hour,
    limit,
  )
}

/**
 * Reads transitions by key, which is '' if the column has no value. `before`: only transitions before this time on the
 * last day.
 */
export async function readTransitions(
  database: StatisticsDatabase,
  { days: { from, until }, addresses = [] }: Filter,
  grouping: 'day' | 'month' | 'source' | 'plan' | 'reason',
  before?: Date,
): Promise<NumbersByKey> {
  const column = grouping === 'month' ? 'substr(day, 1, 7)' : grouping
  const rows = await read<{ kind: TransitionKind; key: string; count: number; amount: number }>(
    database,
    `SELECT kind, coalesce(${column}, '') AS key, count(*) AS count, coalesce(sum(amount), 0) AS amount
     FROM transitions, (SELECT ?3 AS before, ?4 AS addresses)
     WHERE day >= ?1 AND day < ?2 AND (before IS NULL OR at < before)
       AND (addresses IS NULL OR ${isIn("coalesce(nullif(wallArticle, ''), lastArticle)", 'addresses')})
     GROUP BY kind, key`,
    from,
    until,
    before?.toISOString() ?? null,
    addresses.length > 0 ? JSON.stringify(addresses) : null,
  )
  const byKey = new Map<string, Numbers>()
  for (const { kind, key, count, amount } of rows)
    byKey.set(key, addNumbers([byKey.get(key) ?? {}, countTransitions(kind, count, amount)]))
  return byKey
}

/** Reads the counts of events and transitions. */
export const readNumbers = async (
  database: StatisticsDatabase,
  filter: Filter,
  grouping: 'day' | 'source',
): Promise<NumbersByKey> =>
  mergeNumbers(
    ...(await Promise.all([
      readSums(database, filter, grouping),
      readTransitions(database, filter, grouping),
    ])),
  )

/** Reads the numbers of a period and of the period before it. */
export async function readPeriod(
  { days, before }: Period,
  readDays: (days: Days) => Promise<NumbersByKey>,
): Promise<Readonly<Record<'now' | 'before', NumbersByKey>>> {
  const [now, earlier] = await Promise.all([readDays(days), readDays(before)])
  return { now, before: earlier }
}

/** Reads rejections, the most frequent in both periods first. */
export const readRejections = (database: StatisticsDatabase, { days, before }: Period) =>
  read<{ reason: string; value: number; before: number }>(
    database,
    `SELECT reason, sum(iif(day >= ?2, events, 0)) AS value, sum(iif(day < ?2, events, 0)) AS before
     FROM rejections WHERE day >= ?1 AND day < ?3 GROUP BY reason ORDER BY sum(events) DESC`,
    before.from,
    days.from,
    days.until,
  )

export const readMeterSteps = (database: StatisticsDatabase, months: readonly string[]) =>
  read<{ month: string; step: number; readers: number }>(
    database,
    `SELECT month, step, sum(readers) AS readers
     FROM json_each(?1) CROSS JOIN meterSteps ON month = value GROUP BY month, step`,
    JSON.stringify(months),
  )

/** Reads counts by issue since a given day, so that the size of the tables doesn't matter. */
export async function readIssues(
  database: StatisticsDatabase,
  from: string,
): Promise<NumbersByKey> {
  const [links, starts] = await Promise.all([
    read<Numbers & { key: string }>(
      database,
      `SELECT campaign AS key, sum(views) AS views, sum(reads) AS reads FROM campaigns
       WHERE day >= ?1 AND source = 'newsletter' GROUP BY campaign`,
      from,
    ),
    read<Numbers & { key: string }>(
      database,
      `SELECT issue AS key, count(*) AS starts FROM transitions
       WHERE day >= ?1 AND kind = 'started' AND issue <> '' GROUP BY issue`,
      from,
    ),
  ])
  return mergeNumbers(toMap(links), toMap(starts))
}
