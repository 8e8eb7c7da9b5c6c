/** Removes hourly figures after 90 days, when they are in the daily ones, and the ids of batches after a week. */
import { succeed } from '../../src/domain/result.ts'
import { addDays, type CalendarDay, getCalendarDay } from '../../src/domain/time-zone.ts'
import { site } from '../../src/site.ts'
import type { Job } from '../cron/cron-job.ts'
import type { StatisticsDatabase } from './statistics-database.ts'

export const hourlyDays = 90

/** More than the four days for which the queue delivers a message again, and the day that a browser's clock is off. */
export const batchDays = 7

/** One hour at a time, so that no statement runs for long. */
const findOldHour = `SELECT day, hour FROM hourly
  WHERE day < ?1 AND day NOT IN (SELECT day FROM touchedDays) ORDER BY day, hour LIMIT 1`

const removedAtOnce = 10_000
const removeBatches = `DELETE FROM batches WHERE (day, id) IN
  (SELECT day, id FROM batches WHERE day < ?1 LIMIT ${removedAtOnce})`

type JobDeps = { readonly statistics: StatisticsDatabase; readonly now: () => Date }

export const createOldFiguresJob = ({ statistics, now }: JobDeps): Job => ({
  name: 'oldFigures',
  async run(run) {
    let done = 0
    const unfinished = () => succeed({ done, failed: 0, waitingSince: run.startedAt })

    const firstHourlyDay = addDays(getCalendarDay(now(), site.timeZone), -hourlyDays)
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
    for (;;) {
      if (!run.hasTime()) return unfinished()
      const removed = await statistics.prepare(removeBatches).bind(firstBatchDay).all()
      done += removed.meta.changes
      if (removed.meta.changes < removedAtOnce) break
    }
    return succeed({ done, failed: 0, waitingSince: null })
  },
})
