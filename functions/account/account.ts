import type { ClientResponse } from '../../src/contracts/client.ts'
import type { User } from '../../src/contracts/user.ts'
import { standing } from '../../src/domain/subscription.ts'
import { type EdgeContext, withCaller, withReader } from '../http/context.ts'
import { callerCountry } from '../http/country.ts'
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

/** Costs two database reads for a signed-in reader. */
export function user(context: EdgeContext): Promise<Response> {
  return withReader(
    context,
    ({ uid, reader: { first_name, last_name, email } }) => {
      const response: User = { firebase_id: uid, first_name, last_name, email }
      return context.json({ response })
    },
    () => context.json({ response: null }),
  )
}
