import type { Deps } from '../../identity/edge-context.ts'
import type { RecentChanges } from '../../publishing/recent-changes.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'

/** The services that this folder's handlers use. */
export type ReportsDeps = Deps & {
  readonly recentChanges: RecentChanges
  readonly statistics: StatisticsDatabase
}
