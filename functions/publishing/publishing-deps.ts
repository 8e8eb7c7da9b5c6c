import type { Deps } from '../identity/edge-context.ts'
import type { BuildManifest } from './build-manifest.ts'
import type { RecentChanges } from './recent-changes.ts'

/** The services that this folder's handlers use. */
export type PublishingDeps = Deps & {
  readonly buildManifest: BuildManifest
  readonly recentChanges: RecentChanges
}
