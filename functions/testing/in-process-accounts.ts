/** Firebase Auth in one process. An account's uid is also its ID token, and the code that confirms its address. */
import { fail, succeed } from '../../src/domain/result.ts'
import type { AuthAccounts } from '../adapters/auth-accounts.ts'
import type { AuthEmailCodes } from '../adapters/auth-email-codes.ts'
import type { IdentityService } from '../adapters/auth-identity.ts'

/** `call` wraps each call. */
export function createInProcessAccounts(
  call: <Value>(make: () => Promise<Value>) => Promise<Value>,
  now: () => Date,
) {
  const addresses = new Map<string, string>()
  const verifiedUids = new Set<string>()
  const signInEmails = new Set<string>()
  let createdAccounts = 0
  const isTaken = (email: string, uid: string) =>
    [...addresses].some(([other, taken]) => other !== uid && taken === email)

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
        const unused = { displayName: '', hasPassword: false, createdAt: null, lastLoginAt: null }
        return succeed({ email, emailVerified, ...unused, providers: [] })
      }),
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
      }),
    sendSignInEmail: (email) =>
      call(async () => {
        signInEmails.add(email)
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

  /** As Firebase does: verifies the address, and creates an account if needed. Returns the uid. */
  function openSignInLink(email: string): string {
    const known = [...addresses].find(([, address]) => address === email)
    const uid = known?.[0] ?? `firebase-${createdAccounts++}`
    addresses.set(uid, email)
    verifiedUids.add(uid)
    return uid
  }
  return { addresses, verifiedUids, signInEmails, accounts, identity, emailCodes, openSignInLink }
}
