import type { Deps } from '../identity/edge-context.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { ErrorPageCache } from './error-page-cache.ts'

/** The services that this folder's handlers use. */
export type PagesDeps = Deps & {
  readonly errorPages: ErrorPageCache
  readonly renderPage: RenderPage
}
