import type { User } from '../../src/contracts/endpoints/account-endpoints.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { resolveEntitlement } from '../../src/domain/subscription/entitlement.ts'
import { findCallerSharing } from '../consent/sharing.ts'
import { findOwnedAccount } from '../identity/address-owner.ts'
import { type Handle, type Handler, refuseUnavailable } from '../identity/handler.ts'
import { updateReader } from '../identity/reader-records.ts'
import { toSubscriptionResponse } from '../identity/subscription-response.ts'
import { maxOwnAttempts } from '../platform/adapters/optimistic-lock.ts'
import { getCallerAddress } from '../platform/http/caller-network.ts'
import type { AccountDeps } from './account-deps.ts'

export const getClient: Handle<'GET /api/client', AccountDeps> = (_, __, deps) =>
  succeed({
    userAgent: deps.request.headers.get('User-Agent') ?? '',
    ip: getCallerAddress(deps),
    isSharingAllowed: findCallerSharing(deps).sharing === 'allowed',
  })

export const getSubscription: Handle<'GET /api/subscription', AccountDeps> = (_, caller, { now }) =>
  succeed(
    caller.kind === 'guest'
      ? toSubscriptionResponse(resolveEntitlement(null, now()), false)
      : toSubscriptionResponse(caller.entitlement, true),
  )

const toUser = (uid: string, { first_name, last_name, email }: Reader): User => ({
  firebase_id: uid,
  first_name,
  last_name,
  email,
})

export const getUser: Handle<'GET /api/user', AccountDeps> = (_, caller) =>
  succeed({ response: caller && toUser(caller.uid, caller.reader) })

export const updateUser: Handler<'PATCH /api/user', AccountDeps> = {
  describeInvalid: () =>
    'That name is longer than 100 characters, or contains characters we can’t use. Check it and try again.',
  async handle(change, { uid }, deps) {
    const changed = await updateReader(deps.firestore, uid, () => change, undefined, maxOwnAttempts)
    if (changed.ok) return succeed({ response: toUser(uid, changed.value) })
    const message = 'We couldn’t save your name. Try again in a minute.'
    return refuseUnavailable(deps, 'user_not_changed', { kind: changed.failure.kind }, message)
  },
}

export const getAccount: Handle<'GET /api/account', AccountDeps> = async (
  _,
  { uid, reader },
  deps,
) => {
  const found = await findOwnedAccount(deps, uid, reader)
  const account = found.ok ? found.value : null
  return succeed({
    email: account?.email ?? reader.email,
    emailVerified: account?.emailVerified ?? reader.emailVerified,
    signInMethods: account && {
      password: account.hasPassword,
      google: account.providers.some(({ providerId }) => providerId === 'google.com'),
    },
  })
}
