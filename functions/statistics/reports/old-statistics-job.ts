/**
 * Deletes hourly statistics after 90 days, when they are included in the daily ones, the ids of batches after a week,
 * and the hashes of networks once their day is over.
 */
import { succeed } from '../../../src/domain/result.ts'
import { addDays, type CalendarDay, getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'

export const hourlyDays = 90

/** The three days for which a browser resends a batch, the four for which the queue does, and one for time zones. */
export const batchDays = 8

/** Finds one hour at a time, so that no statement runs for long. */
const findOldHour = `SELECT day, hour FROM hourly
  WHERE day < ?1 AND day NOT IN (SELECT day FROM touchedDays) ORDER BY day, hour LIMIT 1`

const removedAtOnce = 10_000
const createRemoval = (table: string, keys: string) =>
  `DELETE FROM ${table} WHERE (${keys}) IN
    (SELECT ${keys} FROM ${table} WHERE day < ?1 LIMIT ${removedAtOnce})`
const removeBatches = createRemoval('batches', 'day, id')
const removeNetworkReads = createRemoval('networkReads', 'day, id, batch')

type JobDeps = { readonly statistics: StatisticsDatabase; readonly now: () => Date }

export const createOldStatisticsJob = ({ statistics, now }: JobDeps): Job => ({
  name: 'oldFigures',
  async run(run) {
    let done = 0
    const unfinished = () => succeed({ done, failed: 0, waitingSince: run.startedAt })

    const today = getCalendarDay(now(), site.timeZone)
    const firstHourlyDay = addDays(today, -hourlyDays)
    for (;;) {
      if (!run.hasTime()) return unfinished()
      const { results } = await statistics
        .prepare(findOldHour)
        .bind(firstHourlyDay)
        .all<{ day: string; hour: number }>()
      const [oldest] = results
      if (!oldest) break
      const removed = await statistics
        .prepare('DELETE FROM hourly WHERE day = ?1 AND hour = ?2')
        .bind(oldest.day, oldest.hour)
        .all()
      done += removed.meta.changes
    }

    const firstBatchDay = addDays(now().toISOString().slice(0, 10) as CalendarDay, -batchDays)
    for (const [removal, firstDay] of [
      [removeBatches, firstBatchDay],
      [removeNetworkReads, today],
    ] as const) {
      for (;;) {
        if (!run.hasTime()) return unfinished()
        const removed = await statistics.prepare(removal).bind(firstDay).all()
        done += removed.meta.changes
        if (removed.meta.changes < removedAtOnce) break
      }
    }
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
