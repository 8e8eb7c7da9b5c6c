import type { ClientResponse } from '../../src/contracts/client.ts'
import type { User } from '../../src/contracts/user.ts'
import { readerSchema } from '../../src/domain/reader.ts'
import { standing } from '../../src/domain/subscription.ts'
import { type EdgeContext, withCaller } from '../http/context.ts'
import { callerCountry } from '../http/country.ts'
import { errorResponse } from '../http/errors.ts'
import { countryCookie, withCookies } from './cookies.ts'
import { subscriptionResponse } from './session.ts'

export function client(context: EdgeContext): Response {
  const country = callerCountry(context)
  const body: ClientResponse = {
    userAgent: context.req.header('User-Agent') ?? '',
    ip: context.req.header('CF-Connecting-IP') ?? '',
  }
  return withCookies(context.json(body), country === null ? [] : [countryCookie(country)])
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

/** Costs one database read for a signed-in reader. */
export async function user(context: EdgeContext): Promise<Response> {
  const { firestore, log } = context.var.services
  return withCaller(context, async (caller) => {
    if (caller.kind === 'guest') return context.json({ response: null })
    const stored = await firestore.get(`users/${caller.uid}`)
    if (!stored.ok) {
      log('user_unavailable', { kind: stored.failure.kind })
      return errorResponse('unavailable')
    }
    const record = readerSchema.safeParse(stored.value?.fields)
    if (!record.success) return context.json({ response: null })
    const { first_name, last_name, email } = record.data
    const response: User = { firebase_id: caller.uid, first_name, last_name, email }
    return context.json({ response })
  })
}
