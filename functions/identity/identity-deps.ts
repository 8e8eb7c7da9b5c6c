import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { Deps } from './edge-context.ts'
import type { OutageTracker } from './outage-tracker.ts'

/** The services that this folder's handlers use. */
export type IdentityDeps = Deps & {
  readonly accounts: AuthAccounts
  readonly outageTracker: OutageTracker
}
