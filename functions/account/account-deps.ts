import type { EmailConfig } from '../email/send-email.ts'
import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { DataSource } from '../identity/personal-data.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { AuthEmailCodes } from '../platform/adapters/auth-email-codes.ts'
import type { IdentityService } from '../platform/adapters/auth-identity.ts'
import type { EventReceiver } from '../statistics/collecting/event-receiver.ts'

/** The services that this folder's handlers use. */
export type AccountDeps = Deps & {
  readonly accounts: AuthAccounts
  readonly authEmailCodes: AuthEmailCodes
  readonly emailConfig: EmailConfig | null
  readonly eventReceiver: EventReceiver | null
  readonly identity: IdentityService
  readonly outageTracker: OutageTracker
  readonly paypal: CallerPayPal | null
  readonly personalData: readonly DataSource[]
}
