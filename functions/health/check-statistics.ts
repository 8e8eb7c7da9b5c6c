import type { HealthCheck } from '../../src/contracts/endpoints/health-endpoints.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** Cloudflare's queue of events that haven't been counted yet. */
export type EventsQueue = {
  metrics(): Promise<{ readonly backlogCount: number; readonly oldestMessageTimestamp?: Date }>
}

/** Maximum seconds between receiving an event and counting it. */
const maxEventDelay = 10 * 60

export async function checkEvents(queue: EventsQueue, now: Date): Promise<HealthCheck> {
  try {
    const { backlogCount, oldestMessageTimestamp } = await queue.metrics()
    const oldest = oldestMessageTimestamp?.getTime() ?? 0
    const delaySeconds =
      backlogCount > 0 && oldest > 0 ? Math.round((now.getTime() - oldest) / 1000) : 0
    return {
      name: 'events',
      state: delaySeconds > maxEventDelay ? 'attention' : 'ok',
      figures: { waitingBatches: backlogCount, delaySeconds },
    }
  } catch {
    return { name: 'events', state: 'unknown', figures: {} }
  }
}

/** The maximum size of one database: https://developers.cloudflare.com/d1/platform/limits/ */
const maxDatabaseBytes = 10_000_000_000

/** A warning at 80 % leaves time to act. */
const nearlyFull = 0.8

export async function checkStatistics(statistics: StatisticsDatabase): Promise<HealthCheck> {
  try {
    const { meta } = await statistics.prepare('SELECT day FROM touchedDays LIMIT 1').all()
    const bytes = meta.size_after
    return {
      name: 'statistics',
      state: bytes >= nearlyFull * maxDatabaseBytes ? 'attention' : 'ok',
      figures: { bytes, maxBytes: maxDatabaseBytes },
    }
  } catch {
    return { name: 'statistics', state: 'attention', figures: { bytes: null } }
  }
}
