import type { OlderStories } from '../articles/older-stories.ts'
import type { OlderStoryPages } from '../articles/older-story-page-cache.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { LoadTags } from '../platform/http/tag-list.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'
import type { FreshPages } from './fresh-pages.ts'

/** The services that this folder's handlers use. */
export type LandingDeps = Deps & {
  readonly buildManifest: BuildManifest
  readonly errorPages: ErrorPageCache
  readonly freshPages: FreshPages
  readonly olderStories: OlderStories
  readonly olderStoryPages: OlderStoryPages
  readonly recentChanges: RecentChanges
  readonly loadTags: LoadTags
  readonly renderPage: RenderPage
}
