import type { AccountResponse } from '../../src/contracts/account.ts'
import type { ClientResponse } from '../../src/contracts/client.ts'
import { type User, userChangeSchema } from '../../src/contracts/user.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { standing } from '../../src/domain/standing.ts'
import { type EdgeContext, withCaller, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { findOwnedAccount } from './address-owner.ts'
import { changeReader } from './records.ts'
import { subscriptionResponse } from './session.ts'

export function client(context: EdgeContext): Response {
  const body: ClientResponse = {
    userAgent: context.req.header('User-Agent') ?? '',
    ip: context.req.header('CF-Connecting-IP') ?? '',
  }
  return context.json(body)
}

export function subscription(context: EdgeContext): Promise<Response> {
  const nobody = standing(null, context.var.services.now())
  return withCaller(context, (caller) =>
    context.json(
      caller.kind === 'guest'
        ? subscriptionResponse(nobody, false)
        : subscriptionResponse(caller.standing, true),
    ),
  )
}

const userOf = (uid: string, { first_name, last_name, email }: Reader): User => ({
  firebase_id: uid,
  first_name,
  last_name,
  email,
})

/** Costs two database reads for a signed-in reader. */
export function user(context: EdgeContext): Promise<Response> {
  return withReader(
    context,
    ({ uid, reader }) => context.json({ response: userOf(uid, reader) }),
    () => context.json({ response: null }),
  )
}

/** PATCH /api/user: how the reader wants to be called. */
export async function changeUser(context: EdgeContext): Promise<Response> {
  const { firestore, log } = context.var.services
  const change = userChangeSchema.safeParse(await context.req.json().catch(() => null))
  if (!change.success) {
    const message = 'A name is of letters, and of 100 at most. Please check it and try again.'
    return errorResponse('bad_request', { message })
  }
  return withReader(context, async ({ uid }) => {
    const changed = await changeReader(firestore, uid, () => change.data)
    if (changed.ok) return context.json({ response: userOf(uid, changed.value) })
    log('user_not_changed', { kind: changed.failure.kind })
    const message = 'We could not keep that. The fault is ours: please try again in a minute.'
    return errorResponse('unavailable', { message })
  })
}

/** GET /api/account: how the reader logs in, or what the record says of it if the account isn't known. */
export function account(context: EdgeContext): Promise<Response> {
  return withReader(context, async ({ uid, reader }) => {
    const known = await findOwnedAccount(context.var.services, uid, reader)
    const body: AccountResponse = {
      email: known?.email ?? reader.email,
      emailVerified: known?.emailVerified ?? reader.emailVerified,
      ways: known && {
        password: known.hasPassword,
        google: known.providers.some(({ providerId }) => providerId === 'google.com'),
      },
    }
    return context.json(body)
  })
}
