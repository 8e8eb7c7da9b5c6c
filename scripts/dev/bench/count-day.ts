/** Counts a simulated day with the Worker's code in Node and workerd's D1, as the queue would deliver it. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getPlatformProxy, unstable_readConfig } from 'wrangler'
import { acceptEvents } from '../../../functions/statistics/collecting/accept-events.ts'
import type { EventSums } from '../../../functions/statistics/collecting/event-sums.ts'
import { handleEventMessages } from '../../../functions/statistics/collecting/handle-event-messages.ts'
import { sumEvents } from '../../../functions/statistics/collecting/sum-events.ts'
import type {
  StatisticsAnswer,
  StatisticsDatabase,
  StatisticsStatement,
} from '../../../functions/statistics/records/statistics-database.ts'
import { createDailyStatisticsJob } from '../../../functions/statistics/reports/daily-statistics-job.ts'
import { createOldStatisticsJob } from '../../../functions/statistics/reports/old-statistics-job.ts'
import { day } from '../../../src/domain/duration.ts'
import { applyMigrations } from '../stack/apply-migrations.ts'
import { benchOrigin, isSimulatedStory, simulateDay } from './simulated-day.ts'

const firstInstant = new Date('2026-11-22T18:30:00Z')

/** The number of messages per delivery in wrangler.toml. */
const deliverySize = 100

type Usage = { calls: number; rowsRead: number; rowsWritten: number; bytes: number }

type BilledAnswer<Row> = StatisticsAnswer<Row> & {
  readonly meta: { readonly rows_read: number; readonly rows_written: number }
}

/** Counts the usage that D1 bills. */
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
      all: async <Row>() => (await counted.batch<Row>([wrapped]))[0]!,
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
    /** Returns the usage since the last call. */
    take(): Usage {
      const taken = usage
      usage = { calls: 0, rowsRead: 0, rowsWritten: 0, bytes: taken.bytes }
      return taken
    },
  }
}

export type StatisticsRun = Awaited<ReturnType<typeof runDay>>

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

export type Day = {
  readonly events: number
  /** Milliseconds after which the queue delivers its messages. */
  readonly deliveryWait: number
}

async function runDay(
  statistics: StatisticsDatabase,
  folder: string,
  { events: minEvents, deliveryWait }: Day,
) {
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

  const runJob = (create: typeof createDailyStatisticsJob, at: Date) =>
    create({ statistics: database, now: () => at, log: () => {} }).run({
      startedAt: at,
      hasTime: () => true,
    })
  const dailyStatisticsAt = performance.now()
  await runJob(createDailyStatisticsJob, new Date(firstInstant.getTime() + 1.1 * day))
  const dailyStatisticsSeconds = (performance.now() - dailyStatisticsAt) / 1000
  const rolledUp = take()
  const tables = await Promise.all(
    measureTables(folder).map(async (table) => ({ ...table, rows: await countRows(table.name) })),
  )
  await runJob(createOldStatisticsJob, new Date(firstInstant.getTime() + 100 * day))
  return {
    ...{ events, views, batches, collectSeconds, countSeconds, dailyStatisticsSeconds },
    ...{ counted, rolledUp, removed: take(), tables },
  }
}

/** Measures tables in the file of workerd's simulated D1. */
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
  return (['hourly', 'daily', 'batches'] as const).map((table) => ({
    name: table,
    bytes: rows.find(({ name }) => name === table)?.bytes ?? 0,
  }))
}

/** Counts the day in a database of its own. */
export async function countDay(day: Day): Promise<StatisticsRun> {
  const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
  const platform = await openDatabase(folder)
  try {
    return await runDay(platform.env.STATISTICS, folder, day)
  } finally {
    await platform.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}
