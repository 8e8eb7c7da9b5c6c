import type { EmailConfig } from '../email/send-email.ts'
import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { IdentityService } from '../platform/adapters/auth-identity.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'

export type SubscriptionHandlerDeps = Deps & {
  readonly accounts: AuthAccounts
  readonly botCheck: BotCheck | null
  readonly emailConfig: EmailConfig | null
  readonly identity: IdentityService
  readonly outageTracker: OutageTracker
  readonly paypal: CallerPayPal | null
  readonly sendPendingEmails: (uid: string) => void
  readonly trialDays: number
}
