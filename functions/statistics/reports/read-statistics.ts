/** Reads sums from D1. Days that have changed since they were added up are read by the hour. */

import { type Counter, counters } from '../../../src/domain/statistics/counters.ts'
import type { Days } from '../../../src/domain/statistics/periods.ts'
import type { CalendarDay } from '../../../src/domain/time-zone.ts'
import type { StatisticsDatabase, StatisticsValue } from '../records/statistics-database.ts'

export type Sums = Readonly<Record<Counter | 'allViews', number>>

export const noSums = Object.fromEntries([...counters, 'allViews'].map((name) => [name, 0])) as Sums

/** Views of stories and of all pages are separate statistics. */
const createSums = (columns: readonly Counter[]) =>
  [
    "sum(iif(slug <> '', views, 0)) AS views",
    'sum(views) AS allViews',
    ...columns.filter((name) => name !== 'views').map((name) => `sum(${name}) AS ${name}`),
  ].join(', ')

/** Without the depth, which only stories show: each column costs time in each row. */
const counts = ['views', 'reads', 'walls', 'unlocks', 'checkouts'] as const

const isRolledUp = 'day NOT IN (SELECT day FROM touchedDays)'
const isTouched = 'day IN (SELECT day FROM touchedDays)'

/** Each table by itself first, which takes a fraction of the time. `?1`, `?2`: the first day, the day after the last. */
const groupDays = (select: string, condition: string, grouping: string) =>
  [
    ['daily', isRolledUp],
    ['hourly', isTouched],
  ]
    .map(
      ([table, part]) =>
        `SELECT ${select} FROM ${table} WHERE day >= ?1 AND day < ?2 AND ${part}${condition} GROUP BY ${grouping}`,
    )
    .join(' UNION ALL ')

export type Grouping = 'day' | 'slug' | 'source' | 'readerKind' | 'country'

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

export type SumsByKey = ReadonlyMap<string, Sums>

/** Those with most views of stories first. */
export async function readSums(
  database: StatisticsDatabase,
  { from, until }: Days,
  grouping: Grouping,
  limit = 1000,
): Promise<SumsByKey> {
  const condition = grouping === 'slug' ? " AND slug <> ''" : ''
  const select = `${grouping} AS key, ${createSums(counts)}`
  const totals = ['allViews', ...counts].map((name) => `sum(${name}) AS ${name}`).join(', ')
  const rows = await read<Partial<Sums> & { key: string }>(
    database,
    `SELECT key, ${totals} FROM (${groupDays(select, condition, grouping)})
     GROUP BY key ORDER BY sum(views) DESC, sum(allViews) DESC, key LIMIT ?3`,
    from,
    until,
    limit,
  )
  return toMap(rows.map((row) => ({ ...noSums, ...row })))
}

/** The keys of `hourly` begin with day and hour, so each is looked up by itself. */
const hours = `hours AS (SELECT value AS hour FROM json_each('${JSON.stringify([...Array(24).keys()])}'))`

/** The sums of one story. The key begins with the day, so each day is looked up by itself. */
export async function readStorySums(
  database: StatisticsDatabase,
  slug: string,
  days: readonly CalendarDay[],
  grouping: 'day' | 'source',
): Promise<SumsByKey> {
  return toMap(
    await read<Sums & { key: string }>(
      database,
      `WITH ${hours}, days AS (SELECT value AS day FROM json_each(?1)), counted AS (
         SELECT daily.* FROM days CROSS JOIN daily USING (day)
           WHERE slug = ?2 AND day NOT IN (SELECT day FROM touchedDays)
         UNION ALL
         SELECT day, slug, page, source, readerKind, country, ${counters.join(', ')}
           FROM days CROSS JOIN touchedDays USING (day) CROSS JOIN hours
             CROSS JOIN hourly USING (day, hour) WHERE slug = ?2
       ) SELECT ${grouping} AS key, ${createSums(counters)} FROM counted GROUP BY ${grouping}
       ORDER BY sum(views) DESC`,
      JSON.stringify(days),
      slug,
    ),
  )
}

/** By hour, from 0. Hours without a view are missing. */
export async function readHours(
  database: StatisticsDatabase,
  day: CalendarDay,
  slug: string | null = null,
): Promise<ReadonlyMap<number, Sums>> {
  const from =
    slug === null
      ? 'hourly WHERE day = ?1'
      : 'hours CROSS JOIN hourly USING (hour) WHERE day = ?1 AND slug = ?2'
  const rows = await read<Sums & { hour: number }>(
    database,
    `WITH ${hours} SELECT hour, ${createSums(counters)} FROM ${from} GROUP BY hour`,
    day,
    ...(slug === null ? [] : [slug]),
  )
  return new Map(rows.map((row) => [row.hour, row]))
}

export type StoryReads = {
  readonly slug: string
  readonly views: number
  readonly reads: number
}

const storyReads = ['views', 'reads', 'listedReads', 'providerReads']
  .map((name) => `sum(${name}) AS ${name}`)
  .join(', ')

type Ranking = { readonly by: 'reads' | 'listedReads'; readonly minProviderReads: number }

/** Editors see all reads. Readers see lists that nobody can fill alone, nor empty by reading other stories. */
const rankStories = ({ by, minProviderReads }: Ranking) =>
  `HAVING sum(providerReads) >= ${minProviderReads} ORDER BY sum(${by}) DESC, sum(views) DESC, slug LIMIT`

/** For readers' lists. */
export function readMostReadOfDays(
  database: StatisticsDatabase,
  { from, until }: Days,
  limit: number,
  minProviderReads: number,
) {
  return read<StoryReads>(
    database,
    `SELECT slug, ${storyReads} FROM (${groupDays(`slug, ${storyReads}`, " AND slug <> ''", 'slug')})
     GROUP BY slug ${rankStories({ by: 'listedReads', minProviderReads })} ?3`,
    from,
    until,
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

type TransitionSum = {
  readonly count: number
  /** Minor units. */
  readonly amount: number
}
type TransitionColumn =
  | 'day'
  | 'kind'
  | 'plan'
  | 'reason'
  | 'source'
  | 'issue'
  | 'substr(day, 1, 7)'

export type TransitionFilter = {
  readonly days: Days
  /** Only before this time of the last day. */
  readonly before?: Date
  /** Only after a wall in this story or, without a wall, after this story. */
  readonly story?: string
}

/** By kind and by another column, whose key is '' where it has no value. */
export async function readTransitions(
  database: StatisticsDatabase,
  { days: { from, until }, before, story }: TransitionFilter,
  grouping: TransitionColumn = 'kind',
): Promise<Transitions> {
  const rows = await read<{ kind: string; key: string; count: number; amount: number }>(
    database,
    `SELECT kind, coalesce(${grouping}, '') AS key, count(*) AS count, coalesce(sum(amount), 0) AS amount
     FROM transitions, (SELECT ?3 AS before, ?4 AS story)
     WHERE day >= ?1 AND day < ?2 AND (before IS NULL OR at < before)
       AND (story IS NULL OR coalesce(nullif(wallArticle, ''), lastArticle) = story)
     GROUP BY kind, key`,
    from,
    until,
    before?.toISOString() ?? null,
    story ?? null,
  )
  return createTransitions(rows)
}

export type Transitions = {
  count(kinds: readonly string[], key?: string): number
  sumAmounts(kinds: readonly string[], key?: string): number
  keys(kinds: readonly string[]): readonly string[]
}

function createTransitions(
  rows: readonly ({ readonly kind: string; readonly key: string } & TransitionSum)[],
): Transitions {
  const sum = (kinds: readonly string[], key: string | undefined, field: 'count' | 'amount') =>
    rows.reduce(
      (total, row) =>
        kinds.includes(row.kind) && (key === undefined || row.key === key)
          ? total + row[field]
          : total,
      0,
    )
  return {
    count: (kinds, key) => sum(kinds, key, 'count'),
    sumAmounts: (kinds, key) => sum(kinds, key, 'amount'),
    keys: (kinds) => [
      ...new Set(rows.flatMap(({ kind, key }) => (kinds.includes(kind) ? [key] : []))),
    ],
  }
}

export const readRejections = (database: StatisticsDatabase, days: Days, before: Days) =>
  read<{ reason: string; value: number; before: number }>(
    database,
    `SELECT reason, sum(iif(day >= ?2, events, 0)) AS value, sum(iif(day < ?2, events, 0)) AS before
     FROM rejections WHERE day >= ?1 AND day < ?3 GROUP BY reason ORDER BY sum(events) DESC`,
    before.from,
    days.from,
    days.until,
  )

export const readMeterSteps = (database: StatisticsDatabase, months: readonly string[]) =>
  read<{ month: string; readerKind: string; step: number; readers: number }>(
    database,
    'SELECT month, readerKind, step, readers FROM json_each(?1) CROSS JOIN meterSteps ON month = value',
    JSON.stringify(months),
  )

/** Since a day: neither table grows with what is shown. */
export async function readIssueStatistics(database: StatisticsDatabase, from: string) {
  const rows = await read<{ key: string; views: number; reads: number }>(
    database,
    `SELECT campaign AS key, sum(views) AS views, sum(reads) AS reads FROM campaigns
     WHERE day >= ?1 AND source = 'newsletter' GROUP BY campaign`,
    from,
  )
  return toMap(rows)
}

export async function readIssueStarts(database: StatisticsDatabase, from: string) {
  const rows = await read<{ key: string; count: number }>(
    database,
    `SELECT issue AS key, count(*) AS count FROM transitions
     WHERE day >= ?1 AND kind = 'started' AND issue <> '' GROUP BY issue`,
    from,
  )
  return toMap(rows)
}
