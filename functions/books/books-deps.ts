import type { Deps } from '../identity/edge-context.ts'
import type { StatisticsDatabase } from '../statistics/statistics-database.ts'

/** What this folder's handlers use. */
export type BooksDeps = Deps & {
  readonly statistics: StatisticsDatabase
}
