import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import type { RenderPage } from '../platform/http/render-page.ts'

/** The services that this folder's handlers use. */
export type NewsletterDeps = Deps & {
  readonly botCheck: BotCheck | null
  readonly emailConfig: EmailConfig | null
  readonly errorPages: ErrorPageCache
  readonly renderPage: RenderPage
}
