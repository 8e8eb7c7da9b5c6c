/**
 * Simulates Firebase Auth in one process. An account's uid is also its ID token, and the code that confirms its
 * address.
 */
import { fail, succeed } from '../../src/domain/result.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { AuthEmailCodes } from '../platform/adapters/auth-email-codes.ts'
import type { IdentityService } from '../platform/adapters/auth-identity.ts'
import { type InterruptibleCall, reading } from './interruptible-call.ts'

/** Maps uids to addresses. Finds owners without a search, because random lives have ten thousand accounts. */
class AccountAddresses extends Map<string, string> {
  private readonly uids = new Map<string, Set<string>>()

  override set(uid: string, email: string): this {
    this.uids.get(this.get(uid) ?? '')?.delete(uid)
    this.uids.set(email, (this.uids.get(email) ?? new Set()).add(uid))
    return super.set(uid, email)
  }

  override delete(uid: string): boolean {
    this.uids.get(this.get(uid) ?? '')?.delete(uid)
    return super.delete(uid)
  }

  findOwner(email: string, exceptUid?: string): string | undefined {
    return this.uids
      .get(email)
      ?.values()
      .find((uid) => uid !== exceptUid)
  }
}

/** `call` wraps each call. */
export function createInProcessAccounts(call: InterruptibleCall, now: () => Date) {
  const addresses = new AccountAddresses()
  const verifiedUids = new Set<string>()
  const disabledUids = new Set<string>()
  const signInEmails = new Set<string>()
  /** Includes repeats. */
  const sentSignInEmails: string[] = []
  let createdAccounts = 0
  const isTaken = (email: string, uid: string) => addresses.findOwner(email, uid) !== undefined

  const accounts = {
    create: ({ uid, email }) =>
      call(async () => {
        if (addresses.has(uid) || isTaken(email, uid)) return fail({ kind: 'exists' })
        addresses.set(uid, email)
        return succeed(undefined)
      }),
    find: (uid) =>
      call(async () => {
        const email = addresses.get(uid)
        if (email === undefined) return succeed(null)
        const emailVerified = verifiedUids.has(uid)
        const disabled = disabledUids.has(uid)
        const unused = { displayName: '', hasPassword: false, createdAt: null, lastLoginAt: null }
        return succeed({ email, emailVerified, disabled, ...unused, providers: [] })
      }, reading),
    secure: (uid, { email }) =>
      call(async () => {
        if (!addresses.has(uid)) return fail({ kind: 'notFound' })
        if (isTaken(email, uid)) return fail({ kind: 'exists' })
        addresses.set(uid, email)
        return succeed(undefined)
      }),
    remove: (uid) =>
      call(async () => {
        addresses.delete(uid)
        return succeed(undefined)
      }),
  } as Partial<AuthAccounts> as AuthAccounts

  const identity = {
    verify: (idToken) =>
      call(async () => {
        const email = addresses.get(idToken)
        if (email === undefined) return fail({ kind: 'badToken' })
        const emailVerified = verifiedUids.has(idToken)
        const times = { authenticatedAt: now(), credentialsSince: new Date(0) }
        const account = { uid: idToken, email, emailVerified, displayName: '' }
        return succeed({ ...account, isNewAccount: false, ...times })
      }, reading),
    sendSignInEmail: (email) =>
      call(async () => {
        signInEmails.add(email)
        sentSignInEmails.push(email)
        return succeed(undefined)
      }),
  } as Partial<IdentityService> as IdentityService

  const emailCodes: AuthEmailCodes = {
    findPurpose: async () => succeed('verify'),
    async use(uid) {
      const email = addresses.get(uid)
      if (email === undefined) return fail({ kind: 'badCode' })
      verifiedUids.add(uid)
      return succeed({ uid, email, emailVerified: true })
    },
  }

  /** Behaves like Firebase: verifies the address, and creates an account if needed. Returns the uid. */
  function openSignInLink(email: string): string {
    const uid = addresses.findOwner(email) ?? `firebase-${createdAccounts++}`
    addresses.set(uid, email)
    verifiedUids.add(uid)
    return uid
  }
  return {
    addresses,
    verifiedUids,
    disabledUids,
    signInEmails,
    sentSignInEmails,
    accounts,
    identity,
    emailCodes,
    openSignInLink,
  }
}
