/**
 * A day of 1,000,000 events through the Worker's code in Node and workerd's D1, as the queue would deliver them,
 * and what ten million views a month cost.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { acceptEvents } from '../../../functions/analytics/accept-events.ts'
import type { EventSums } from '../../../functions/statistics/event-sums.ts'
import { handleEventMessages } from '../../../functions/statistics/handle-event-messages.ts'
import {
  batchDays,
  createRetentionJob,
  hourlyDays,
} from '../../../functions/statistics/retention-job.ts'
import { createRollUpJob } from '../../../functions/statistics/roll-up-job.ts'
import type {
  StatisticsAnswer,
  StatisticsDatabase,
  StatisticsStatement,
} from '../../../functions/statistics/statistics-database.ts'
import { sumEvents } from '../../../functions/statistics/sum-events.ts'
import { applyMigrations } from '../stack/apply-migrations.ts'
import type { Section } from './figure.ts'
import { benchOrigin, isSimulatedStory, simulateDay } from './simulated-day.ts'
import { checkStatisticsTargets } from './targets.ts'

const eventCount = 1_000_000
const day = 24 * 60 * 60 * 1000
const firstInstant = new Date('2026-11-22T18:30:00Z')

/** wrangler.toml: the queue delivers after so many messages or milliseconds. */
const deliverySize = 100
const deliveryWait = 5000

/** Events of a queue that always has a full delivery, after an outage. */
const backlogCount = 100_000

type Usage = { calls: number; rowsRead: number; rowsWritten: number; bytes: number }

type BilledAnswer<Row> = StatisticsAnswer<Row> & {
  readonly meta: { readonly rows_read: number; readonly rows_written: number }
}

/** Counts what D1 bills. */
function countUsage(database: StatisticsDatabase) {
  let usage: Usage = { calls: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 }
  function add<Row>(answers: readonly StatisticsAnswer<Row>[]) {
    usage.calls++
    for (const { meta } of answers as readonly BilledAnswer<Row>[]) {
      usage.rowsRead += meta.rows_read
      usage.rowsWritten += meta.rows_written
      usage.bytes = meta.size_after
    }
  }
  const originals = new WeakMap<StatisticsStatement, StatisticsStatement>()
  function wrap(statement: StatisticsStatement): StatisticsStatement {
    const wrapped: StatisticsStatement = {
      bind: (...values) => wrap(statement.bind(...values)),
      async all<Row>() {
        const answer = await statement.all<Row>()
        add([answer])
        return answer
      },
    }
    originals.set(wrapped, statement)
    return wrapped
  }
  const counted: StatisticsDatabase = {
    prepare: (sql) => wrap(database.prepare(sql)),
    async batch<Row>(statements: StatisticsStatement[]) {
      const answers = await database.batch<Row>(statements.map((one) => originals.get(one)!))
      add(answers)
      return answers
    },
  }
  return {
    counted,
    /** Since the last call. */
    take(): Usage {
      const taken = usage
      usage = { calls: 0, rowsRead: 0, rowsWritten: 0, bytes: taken.bytes }
      return taken
    },
  }
}

type StatisticsRun = {
  readonly events: number
  readonly views: number
  readonly batches: number
  readonly collectSeconds: number
  readonly countSeconds: number
  readonly rollUpSeconds: number
  readonly counted: Usage
  readonly rolledUp: Usage
  readonly removed: Usage
  readonly tables: readonly TableSize[]
}

type TableSize = { readonly name: string; readonly rows: number; readonly bytes: number }

async function openDatabase(folder: string) {
  const { name, compatibility_date, d1_databases } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  await applyMigrations(folder)
  mkdirSync(folder, { recursive: true })
  const configPath = join(folder, 'database.json')
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases }))
  return getPlatformProxy<{ STATISTICS: StatisticsDatabase }>({
    configPath,
    persist: { path: join(folder, 'v3') },
  })
}

type Day = { readonly events: number; readonly deliveryWait: number }

async function runDay(
  statistics: StatisticsDatabase,
  folder: string,
  { events: minEvents, deliveryWait }: Day,
): Promise<StatisticsRun> {
  const { counted: database, take } = countUsage(statistics)
  let [events, views, batches, collectSeconds, countSeconds] = [0, 0, 0, 0, 0]
  let delivery: EventSums[] = []
  let deliveryBegan = 0
  const deps = {
    statistics: database,
    publishedPages: {
      hasStory: async (slug: string) => isSimulatedStory(slug),
      hasIssue: async () => true,
    },
    log: (event: string) => console.error(event),
  }
  async function deliver() {
    const startedAt = performance.now()
    await handleEventMessages(
      deps,
      delivery.map((body) => ({
        body,
        attempts: 1,
        ack: () => {},
        retry: () => {
          throw new Error('a delivery failed')
        },
      })),
    )
    countSeconds += (performance.now() - startedAt) / 1000
    delivery = []
  }
  for (const { arrivedAt, events: batch, readerKind, country, views: ownViews } of simulateDay(
    firstInstant,
    minEvents,
  )) {
    const startedAt = performance.now()
    const context = {
      ...{ uid: null, receivedAt: arrivedAt, sentAt: arrivedAt, origin: benchOrigin },
      ...{ userAgent: 'A browser', country, readerKind },
    }
    const { accepted, rejections } = acceptEvents(batch, context)
    const sums = sumEvents(batch, accepted, rejections, context)
    collectSeconds += (performance.now() - startedAt) / 1000
    if (delivery.length === 0) deliveryBegan = arrivedAt.getTime()
    const isDue = arrivedAt.getTime() - deliveryBegan >= deliveryWait
    if (delivery.length > 0 && (isDue || delivery.length === deliverySize)) {
      await deliver()
      deliveryBegan = arrivedAt.getTime()
    }
    delivery.push(sums)
    events += batch.length
    views += ownViews
    batches++
  }
  await deliver()
  const counted = take()

  const countRows = async (table: string) =>
    (await statistics.prepare(`SELECT COUNT(*) AS rows FROM ${table}`).all<{ rows: number }>())
      .results[0]!.rows
  const stored = await statistics.prepare('SELECT SUM(views) AS views FROM hourly').all<{
    views: number
  }>()
  if (stored.results[0]!.views !== views)
    throw new Error(`${stored.results[0]!.views} of ${views} views were counted`)

  const runJob = (create: typeof createRollUpJob, at: Date) =>
    create({ statistics: database, now: () => at }).run({ startedAt: at, hasTime: () => true })
  const rollUpAt = performance.now()
  await runJob(createRollUpJob, new Date(firstInstant.getTime() + 1.1 * day))
  const rollUpSeconds = (performance.now() - rollUpAt) / 1000
  const rolledUp = take()
  const tables = await Promise.all(
    measureTables(folder).map(async (table) => ({ ...table, rows: await countRows(table.name) })),
  )
  await runJob(createRetentionJob, new Date(firstInstant.getTime() + 100 * day))
  return {
    ...{ events, views, batches, collectSeconds, countSeconds, rollUpSeconds },
    ...{ counted, rolledUp, removed: take(), tables },
  }
}

/** In the file of workerd's simulated D1. */
function measureTables(folder: string) {
  const databases = join(folder, 'v3', 'd1', 'miniflare-D1DatabaseObject')
  const file = readdirSync(databases).find(
    (name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite',
  )
  const sqlite = new DatabaseSync(join(databases, file!), { readOnly: true })
  const rows = sqlite
    .prepare('SELECT name, SUM(pgsize) AS bytes FROM dbstat GROUP BY name')
    .all() as { name: string; bytes: number }[]
  sqlite.close()
  return ['hourly', 'daily', 'batches'].map((table) => ({
    name: table,
    bytes: rows.find(({ name }) => name === table)?.bytes ?? 0,
  }))
}

const format = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })
const dollars = (value: number) => `$${value.toFixed(2)}`

/** Dollars, Cloudflare's list prices of November 2026, before what the paid plan includes. */
const prices = {
  request: 0.3e-6,
  cpuMillisecond: 0.02e-6,
  queueOperation: 0.4e-6,
  rowWritten: 1e-6,
  rowRead: 0.001e-6,
  gigabyteMonth: 0.75,
} as const

const monthlyViews = 10_000_000

/** Days that are stored. */
const storedDays = { hourly: hourlyDays, batches: batchDays + 1, daily: 365 } as const

function describeCost(run: StatisticsRun) {
  const scale = monthlyViews / run.views
  const sum = (field: 'rowsWritten' | 'rowsRead') =>
    run.counted[field] + run.rolledUp[field] + run.removed[field]
  const gigabytes =
    run.tables.reduce(
      (total, { name, bytes }) => total + bytes * storedDays[name as keyof typeof storedDays],
      0,
    ) / 1e9
  const lines = [
    ['calls of the Worker', run.batches + run.counted.calls, prices.request],
    ['CPU milliseconds of collecting', 1000 * run.collectSeconds, prices.cpuMillisecond],
    ['operations of the queue, three a batch', 3 * run.batches, prices.queueOperation],
    ['rows written', sum('rowsWritten'), prices.rowWritten],
    ['rows read', sum('rowsRead'), prices.rowRead],
  ] as const
  // The day has a thirtieth of a month's views only at 30 times its scale.
  const storage = (gigabytes * scale) / 30
  const storageCost = storage * prices.gigabyteMonth
  const total = lines.reduce((cost, [, count, price]) => cost + count * scale * price, storageCost)
  return {
    rowsPerEvent: sum('rowsWritten') / run.events,
    gigabytesAfterYear: storage,
    rows: [
      ...lines.map(([what, count, price]) => [
        what,
        format(count * scale),
        dollars(count * scale * price),
      ]),
      ['gigabytes stored after a year', format(storage, 2), dollars(storageCost)],
      ['together', '', dollars(total)],
    ],
  }
}

async function runInFolder(day: Day): Promise<StatisticsRun> {
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
  const platform = await openDatabase(folder)
  try {
    return await runDay(platform.env.STATISTICS, folder, day)
  } finally {
    await platform.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function benchmarkStatistics(): Promise<Section> {
  const backlog = await runInFolder({
    events: backlogCount,
    deliveryWait: Number.POSITIVE_INFINITY,
  })
  const run = await runInFolder({ events: eventCount, deliveryWait })
  const cost = describeCost(run)
  const perSecond = (events: number, seconds: number) => `${format(events / seconds)}/s`
  return {
    tables: [
      {
        title: 'A day of events, counted',
        head: [
          'events',
          'views',
          'batches',
          'transactions of D1',
          'collecting',
          'counting',
          'counting a full queue',
          'adding up the day',
          'rows written',
          'of them by the jobs',
          'database',
        ],
        rows: [
          [
            format(run.events),
            format(run.views),
            format(run.batches),
            format(run.counted.calls),
            perSecond(run.events, run.collectSeconds),
            perSecond(run.events, run.countSeconds),
            perSecond(backlog.events, backlog.countSeconds),
            `${format(run.rollUpSeconds, 1)} s`,
            format(cost.rowsPerEvent * run.events),
            format(run.rolledUp.rowsWritten + run.removed.rowsWritten),
            `${format(run.rolledUp.bytes / 1e6)} MB`,
          ],
        ],
      },
      {
        title: 'The day’s tables',
        head: ['table', 'rows', 'size', 'kept'],
        rows: run.tables.map(({ name, rows, bytes }) => [
          name,
          format(rows),
          `${format(bytes / 1e6, 1)} MB`,
          name === 'daily' ? 'for ever' : `${storedDays[name as keyof typeof storedDays]} days`,
        ]),
      },
      {
        title: `${format(monthlyViews)} views a month, computed`,
        head: ['what', 'in a month', 'list price'],
        rows: cost.rows,
      },
    ],
    targets: checkStatisticsTargets(cost.gigabytesAfterYear),
  }
}
