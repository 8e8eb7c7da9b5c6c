import type { StatisticsDatabase } from './statistics-database.ts'

/** Of one database of D1: https://developers.cloudflare.com/d1/platform/limits/ */
const maxDatabaseBytes = 10_000_000_000

/** At 80 %, an operator has time to act. */
const nearlyFullBytes = 0.8 * maxDatabaseBytes

export type DatabaseSize =
  | { readonly state: 'ok' | 'nearlyFull'; readonly bytes: number; readonly maxBytes: number }
  | { readonly state: 'unavailable' }

export async function readDatabaseSize(statistics: StatisticsDatabase): Promise<DatabaseSize> {
  try {
    const { meta } = await statistics.prepare('SELECT day FROM touchedDays LIMIT 1').all()
    const state = meta.size_after >= nearlyFullBytes ? 'nearlyFull' : 'ok'
    return { state, bytes: meta.size_after, maxBytes: maxDatabaseBytes }
  } catch {
    return { state: 'unavailable' }
  }
}
