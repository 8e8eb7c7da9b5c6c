import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import type { RenderPage } from '../platform/http/render-page.ts'

/** The services that this folder's handlers use. */
export type GiftDeps = Deps & {
  readonly accounts: AuthAccounts
  readonly botCheck: BotCheck | null
  readonly errorPages: ErrorPageCache
  readonly outageTracker: OutageTracker
  readonly paypal: CallerPayPal | null
  readonly renderPage: RenderPage
  readonly sendPendingEmails: (uid: string) => void
}
