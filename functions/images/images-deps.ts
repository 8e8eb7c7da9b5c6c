import type { SealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'

/** The services that this folder's handlers use. */
export type ImagesDeps = Deps &
  RenamedStoriesDeps & {
    readonly accounts: AuthAccounts
    readonly deskKeys: Promise<SigningKeys>
    readonly outageTracker: OutageTracker
    readonly sealingKeys: Promise<SealingKeys>
  }
