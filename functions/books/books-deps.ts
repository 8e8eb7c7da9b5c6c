import type { Deps } from '../identity/edge-context.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** The services that this folder's handlers use. */
export type BooksDeps = Deps & {
  readonly statistics: StatisticsDatabase
}
