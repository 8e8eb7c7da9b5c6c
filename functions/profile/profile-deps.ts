import type { Deps } from '../identity/edge-context.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { ProfilePageCache } from './profile-page-cache.ts'

/** The services that this folder's handlers use. */
export type ProfileDeps = Deps & {
  readonly botCheck: BotCheck | null
  readonly errorPages: ErrorPageCache
  readonly profilePages: ProfilePageCache
  readonly renderPage: RenderPage
}
