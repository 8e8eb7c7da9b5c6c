import type { AccountEmail } from '../../src/domain/reader.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { ChangeFailure } from '../subscription/change-subscription.ts'
import { claimImportedGrant } from '../subscription/claim-imported-grant.ts'
import type { AccountDeps } from './account-deps.ts'
import { deleteLateData } from './delete-reader.ts'

/**
 * Grants access imported for an address to a reader who has just proved ownership of it. A malformed grant is logged
 * and doesn't prevent the login.
 */
export async function claimAccess(
  deps: Pick<AccountDeps, 'firestore' | 'paypal' | 'personalData' | 'now' | 'log'>,
  account: AccountEmail & { readonly uid: string },
): Promise<Result<void, ChangeFailure>> {
  const claimed = await claimImportedGrant(deps, account)
  if (!claimed.ok) {
    if (claimed.failure.kind !== 'malformed') return claimed
    deps.log('imported_grant_malformed', { uid: account.uid })
    return succeed(undefined)
  }
  // The account may have been deleted in the meantime.
  if (claimed.value) await deleteLateData(deps, account.uid)
  return succeed(undefined)
}
