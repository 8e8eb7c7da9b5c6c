import type { CallerPayPal } from '../identity/caller-paypal.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { ProfilePageCache } from '../profile/profile-page-cache.ts'

/** The services that this folder's handlers use. */
export type SupportDeps = Deps & {
  readonly paypal: CallerPayPal | null
  readonly profilePages: ProfilePageCache
}
