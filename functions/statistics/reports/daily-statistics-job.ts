/**
 * Adds up the hours of past days. Exact and repeatable: a day's rows are replaced by the sums of its hours, and only
 * rows that differ are written. Each batch that arrives late marks its day for another run.
 */
import { succeed } from '../../../src/domain/result.ts'
import { counters } from '../../../src/domain/statistics/counters.ts'
import { getCalendarDay } from '../../../src/domain/time-zone.ts'
import { site } from '../../../src/publication/identity.ts'
import type { Job } from '../../platform/cron/cron-job.ts'
import { getErrorName } from '../../platform/error-name.ts'
import type { Log } from '../../platform/log.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'

const keys = ['day', 'slug', 'page', 'source', 'readerKind', 'country'].join(', ')

const sumDay = `INSERT INTO daily (${keys}, ${counters.join(', ')})
  SELECT ${keys}, ${counters.map((counter) => `SUM(${counter})`).join(', ')}
  FROM hourly WHERE day = ?1 GROUP BY ${keys}
  ON CONFLICT (${keys}) DO UPDATE SET
    ${counters.map((counter) => `${counter} = excluded.${counter}`).join(', ')}
  WHERE ${counters.map((counter) => `daily.${counter} <> excluded.${counter}`).join(' OR ')}`

type JobDeps = {
  readonly statistics: StatisticsDatabase
  readonly now: () => Date
  readonly log: Log
}

export const createDailyStatisticsJob = ({ statistics, now, log }: JobDeps): Job => ({
  name: 'dailyFigures',
  async run(run) {
    const today = getCalendarDay(now(), site.timeZone)
    const touched = await statistics
      .prepare('SELECT day FROM touchedDays WHERE day < ?1 ORDER BY day')
      .bind(today)
      .all<{ day: string }>()
    let done = 0
    let failed = 0
    for (const { day } of touched.results) {
      if (!run.hasTime()) return succeed({ done, failed, waitingSince: run.startedAt })
      // This is a single transaction, so a batch that arrives in between marks the day again.
      const summed = statistics.batch([
        statistics.prepare(sumDay).bind(day),
        statistics.prepare('DELETE FROM touchedDays WHERE day = ?1').bind(day),
      ])
      try {
        await summed
        done++
      } catch (error) {
        // D1 aborts a statement that takes too long. Other days are still added up.
        log('day_not_summed', { day, reason: getErrorName(error) })
        failed++
      }
    }
    return succeed({ done, failed, waitingSince: null })
  },
})
