import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { subscriptionResponseSchema } from './subscription-endpoints.ts'
import { visitSchema } from './visit.ts'

/** Seconds after a sign-in during which its ID token can start a session. */
export const maxSignInAge = 5 * 60

export const idTokenSchema = z.string().min(1).max(8192)

export const sessionResponseSchema = subscriptionResponseSchema.extend({
  isNew: z.boolean(),
})
export type SessionResponse = z.infer<typeof sessionResponseSchema>

const caller = 'page'

export const sessionEndpoints = [
  /** `stale_token`: the sign-in is too old, or from before all sessions were ended. */
  defineEndpoint('POST /api/session', {
    summary: 'exchanges a fresh Firebase ID token for the session cookies',
    caller,
    limit: ['SIGN_IN_LIMIT', 'api'],
    request: z.object({
      idToken: idTokenSchema,
      /**
       * ID tokens don't contain this. The browser can be trusted, because the only effect is that an account with an
       * unverified address loses its password.
       */
      isEmailLink: z.boolean().default(false),
      /** Stored with a new account. */
      visit: visitSchema,
    }),
    maxBytes: 16_384,
    response: sessionResponseSchema,
    errors: ['bad_token', 'stale_token'],
    example: { idToken: 'a.b.c' },
  }),
  defineEndpoint('DELETE /api/session', {
    summary: 'logs out on this device',
    caller,
    limit: ['READ_LIMIT', 'account'],
    response: 'empty',
  }),
  defineEndpoint('POST /api/log-out', {
    summary: 'logs the reader out when a plain form is submitted, and redirects to the front page',
    caller,
    limit: ['READ_LIMIT', 'account'],
    response: 'raw',
  }),
  defineEndpoint('DELETE /api/sessions', {
    summary: 'logs the reader out everywhere',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'api'],
    response: 'empty',
  }),
]
