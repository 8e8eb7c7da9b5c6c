/**
 * Leaves each account to the owner of its address. Anybody can create an account with somebody else's
 * address and prepare ways back into it before the owner arrives ("Pre-hijacked accounts",
 * arXiv:2205.10174). What Firebase Auth does about that when the owner verifies the address:
 *
 * - A pending change of address (VERIFY_AND_CHANGE_EMAIL) survives, and so does an email that undoes one
 *   (RECOVER_EMAIL). Firebase documents neither that verification cancels them nor a call that does. In
 *   its emulator a code stays valid until it is used (firebase-tools, lib/emulator/auth/state.js,
 *   `validateOobCode`); in production codes expire after hours or a few days (firebase-admin-node#697).
 *   With the public API key, anybody can hand a code to Firebase without this Worker.
 * - The password is removed by a sign-in with Google (firebase-js-sdk#7225: the intended behaviour).
 *   With an email link this was seen in production (flutterfire#7984) but isn't documented, and the
 *   emulator keeps the password. An email that confirms the address keeps it: it asks whether the
 *   reader created the account.
 * - Linked providers are removed by a password reset (firebase-js-sdk#151), but not by an email link.
 * - Refresh tokens end with a changed password or address (firebase.google.com/docs/auth/admin/manage-sessions);
 *   verification isn't named.
 * - Unused codes of password resets and email links go to the address itself, so they are its owner's.
 *
 * So `users/{uid}` decides which address an account has (`mayHaveAddress`), an account with another one
 * gets its own back, and the first verification revokes what was set up before it.
 */
import { mayHaveAddress, type Reader } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Account, Accounts } from '../adapters/accounts.ts'
import type { Identity } from '../adapters/identity.ts'

/** Firebase counts in whole seconds: from the next one on, no token issued until now is valid. */
const nextSecond = (now: Date) => new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)

/**
 * Gives an account back to the owner of an address after somebody else may have used it. The owner
 * then signs in by an email link or with Google: a password may be somebody else's, so it is removed.
 */
export function restoreAddress(accounts: Accounts, uid: string, email: string, now: Date) {
  return accounts.secure(uid, { email, validSince: nextSecond(now), keepsPassword: false })
}

/**
 * A reader's account. Null if the sign-in service is away or has no such account, or if the account
 * had an address that its owner didn't ask for; then it has its owner's again.
 */
export async function findOwnedAccount(
  {
    accounts,
    now,
    log,
  }: {
    readonly accounts: Accounts
    readonly now: () => Date
    readonly log: (event: string, details: Readonly<Record<string, string>>) => void
  },
  uid: string,
  reader: Reader,
): Promise<Account | null> {
  const found = await accounts.find(uid)
  if (!found.ok) {
    log('account_not_found', { reason: found.failure.reason })
    return null
  }
  if (!found.value || mayHaveAddress(reader, found.value)) return found.value
  const restored = await restoreAddress(accounts, uid, reader.email, now())
  log('account_had_other_address', { uid, restored: restored.ok ? 'yes' : restored.failure.kind })
  return null
}

/**
 * Revokes what was set up in an account before its address was verified; this sign-in stays valid. It
 * does nothing where there is nothing to revoke: the address was verified before or still isn't, or
 * this very sign-in created the account.
 */
export async function secureVerifiedAddress(
  accounts: Accounts,
  before: Reader | null,
  identity: Identity,
  byEmailLink: boolean,
): ReturnType<Accounts['secure']> {
  const { uid, email, emailVerified, isNewAccount, authenticatedAt, credentialsSince } = identity
  if (!emailVerified || before?.emailVerified || isNewAccount) return succeed(undefined)
  return accounts.secure(uid, {
    email,
    validSince: new Date(Math.max(+credentialsSince, +authenticatedAt)),
    keepsPassword: !byEmailLink,
  })
}
