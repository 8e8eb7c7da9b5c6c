import type { Deps } from '../identity/edge-context.ts'
import type { BuildManifest } from './build-manifest.ts'
import type { RecentChanges } from './recent-changes.ts'

/** What this folder's handlers use. */
export type PublishingDeps = Deps & {
  readonly buildManifest: BuildManifest
  readonly recentChanges: RecentChanges
}
