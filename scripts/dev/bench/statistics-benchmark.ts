/** Measures a day of 1,000,000 events, and computes the cost of ten million views a month. */
import { batchDays, hourlyDays } from '../../../functions/statistics/reports/old-statistics-job.ts'
import { countDay, type StatisticsRun } from './count-day.ts'
import { createTable, type Section } from './figure.ts'
import { checkStatisticsTargets } from './targets.ts'

const eventCount = 1_000_000

/** Milliseconds, as in wrangler.toml. */
const deliveryWait = 5000

/** The number of events in the queue after an outage, so that every delivery is full. */
const backlogCount = 100_000

const format = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits })
const dollars = (value: number) => `$${value.toFixed(2)}`

/** In dollars: Cloudflare's list prices of November 2026, without the paid plan's free amounts. */
const prices = {
  request: 0.3e-6,
  cpuMillisecond: 0.02e-6,
  queueOperation: 0.4e-6,
  rowWritten: 1e-6,
  rowRead: 0.001e-6,
  gigabyteMonth: 0.75,
} as const

const monthlyViews = 10_000_000

/** The numbers of days that are stored. */
const storedDays = { hourly: hourlyDays, batches: batchDays + 1, daily: 365 } as const

function describeCost(run: StatisticsRun) {
  const scale = monthlyViews / run.views
  const sum = (field: 'rowsWritten' | 'rowsRead') =>
    run.counted[field] + run.rolledUp[field] + run.removed[field]
  const gigabytes =
    run.tables.reduce((total, { name, bytes }) => total + bytes * storedDays[name], 0) / 1e9
  const lines = [
    ['calls of the Worker', run.batches + run.counted.calls, prices.request],
    ['CPU milliseconds of collecting', 1000 * run.collectSeconds, prices.cpuMillisecond],
    ['operations of the queue, three a batch', 3 * run.batches, prices.queueOperation],
    ['rows written', sum('rowsWritten'), prices.rowWritten],
    ['rows read', sum('rowsRead'), prices.rowRead],
  ] as const
  // `scale` is for a month's views, but the tables' sizes are per day.
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

export async function benchmarkStatistics(): Promise<Section> {
  const backlog = await countDay({
    events: backlogCount,
    deliveryWait: Number.POSITIVE_INFINITY,
  })
  const run = await countDay({ events: eventCount, deliveryWait })
  const cost = describeCost(run)
  const perSecond = (events: number, seconds: number) => `${format(events / seconds)}/s`
  return {
    tables: [
      createTable(
        'A day of events, counted',
        [run],
        [
          ['events', ({ events }) => format(events)],
          ['views', ({ views }) => format(views)],
          ['batches', ({ batches }) => format(batches)],
          ['transactions of D1', ({ counted }) => format(counted.calls)],
          ['collecting', ({ events, collectSeconds }) => perSecond(events, collectSeconds)],
          ['counting', ({ events, countSeconds }) => perSecond(events, countSeconds)],
          ['counting a full queue', () => perSecond(backlog.events, backlog.countSeconds)],
          ['adding up the day', (day) => `${format(day.dailyStatisticsSeconds, 1)} s`],
          ['rows written', ({ events }) => format(cost.rowsPerEvent * events)],
          [
            'of them by the jobs',
            (day) => format(day.rolledUp.rowsWritten + day.removed.rowsWritten),
          ],
          ['database', ({ rolledUp }) => `${format(rolledUp.bytes / 1e6)} MB`],
        ],
      ),
      createTable('The day’s tables', run.tables, [
        ['table', ({ name }) => name],
        ['rows', ({ rows }) => format(rows)],
        ['size', ({ bytes }) => `${format(bytes / 1e6, 1)} MB`],
        ['kept', ({ name }) => (name === 'daily' ? 'for ever' : `${storedDays[name]} days`)],
      ]),
      {
        title: `${format(monthlyViews)} views a month, computed`,
        head: ['what', 'in a month', 'list price'],
        rows: cost.rows,
      },
    ],
    targets: checkStatisticsTargets(cost.gigabytesAfterYear),
  }
}
