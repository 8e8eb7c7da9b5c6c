import type { Deps } from '../../identity/edge-context.ts'
import type { RenamedStoriesDeps } from '../../publishing/renamed-stories.ts'
import type { StatisticsDatabase } from '../records/statistics-database.ts'

/** The services that this folder's handlers use. */
export type ReportsDeps = Deps & RenamedStoriesDeps & { readonly statistics: StatisticsDatabase }
