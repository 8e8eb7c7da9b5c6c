import type { OlderStories } from '../articles/older-stories.ts'
import type { OlderStoryPages } from '../articles/older-story-page-cache.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { LoadTags } from '../platform/http/tag-list.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** The services that this folder's handlers use. */
export type DeskDeps = Deps & {
  readonly accounts: AuthAccounts
  readonly buildManifest: BuildManifest
  readonly errorPages: ErrorPageCache
  readonly olderStories: OlderStories
  readonly olderStoryPages: OlderStoryPages
  readonly outageTracker: OutageTracker
  readonly recentChanges: RecentChanges
  readonly loadTags: LoadTags
  readonly renderPage: RenderPage
  readonly statistics: StatisticsDatabase
}
