import type { Deps } from '../identity/edge-context.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'

/** The services that this folder's handlers use. */
export type GiftLinkDeps = Deps &
  RenamedStoriesDeps & {
    readonly errorPages: ErrorPageCache
    readonly renderPage: RenderPage
  }
