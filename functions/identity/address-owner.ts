/**
 * Protects owners from accounts that somebody else prepared with their address ("Pre-hijacked accounts",
 * arXiv:2205.10174). Verifying the address in Firebase Auth isn't enough:
 * - Pending address changes (VERIFY_AND_CHANGE_EMAIL, RECOVER_EMAIL) survive it, and anybody can use their codes with
 * the public API key, without this Worker. In production codes expire after hours or days (firebase-admin-node#697); in
 * the emulator they don't (firebase-tools, `validateOobCode`).
 * - Google sign-in removes the password (firebase-js-sdk#7225). An email link does so in production, which isn't
 * documented (flutterfire#7984). An email that confirms the address doesn't.
 * - A password reset removes linked providers (firebase-js-sdk#151); an email link doesn't.
 * - Only a new password or address ends refresh tokens (firebase.google.com/docs/auth/admin/manage-sessions).
 * So `users/{uid}` decides which address an account has, and the first verification revokes whatever was set up before
 * it. Confirming in a browser that is logged in to the account revokes nothing: a stranger has access to the account
 * but not to the email, and the address's owner to the email but not to the account.
 */
import { canHaveAddress, type Reader } from '../../src/domain/reader.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { AuthAccount, AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { Identity } from '../platform/adapters/auth-identity.ts'
import type { Log } from '../platform/log.ts'

/** Firebase's times are whole seconds. */
const roundUpToNextSecond = (now: Date) => new Date((Math.floor(now.getTime() / 1000) + 1) * 1000)

/** Restores an account to the owner of an address. Removes the password, which may be an attacker's. */
export function restoreAddress(accounts: AuthAccounts, uid: string, email: string, now: Date) {
  return accounts.secure(uid, {
    email,
    validSince: roundUpToNextSecond(now),
    shouldKeepPassword: false,
  })
}

/** Returns null if the account was deleted. `otherAddress`: the owner's address had to be restored. */
export async function findOwnedAccount(
  {
    accounts,
    now,
    log,
  }: {
    readonly accounts: AuthAccounts
    readonly now: () => Date
    readonly log: Log
  },
  uid: string,
  reader: Reader,
): Promise<Result<AuthAccount | null, { readonly kind: 'unavailable' | 'otherAddress' }>> {
  const found = await accounts.find(uid)
  if (!found.ok) {
    log('account_unavailable', { reason: found.failure.reason })
    return found
  }
  if (!found.value || canHaveAddress(reader, found.value)) return found
  const restored = await restoreAddress(accounts, uid, reader.email, now())
  log('account_had_other_address', { uid, restored: restored.ok ? 'yes' : restored.failure.kind })
  return fail({ kind: 'otherAddress' })
}

/**
 * Revokes everything that was set up before this sign-in verified the address. Does nothing for a new account, or if
 * the address was already verified or still isn't.
 */
export async function secureVerifiedAddress(
  accounts: AuthAccounts,
  before: Reader | null,
  identity: Identity,
  isEmailLink: boolean,
): ReturnType<AuthAccounts['secure']> {
  const { uid, email, emailVerified, isNewAccount, authenticatedAt, credentialsSince } = identity
  if (!emailVerified || before?.emailVerified || isNewAccount) return succeed(undefined)
  return accounts.secure(uid, {
    email,
    validSince: new Date(Math.max(+credentialsSince, +authenticatedAt)),
    shouldKeepPassword: !isEmailLink,
  })
}
