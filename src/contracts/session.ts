/**
 * POST /api/session exchanges a fresh Firebase ID token for the session cookies and answers as
 * GET /api/subscription does; DELETE ends the session on this device, and DELETE /api/sessions every
 * session of the reader, wherever it is. POST /api/log-out ends the one on this device for forms, which
 * know no DELETE, and leads to the front page. Errors: `bad_request`, `bad_token`, `stale_token` (the reader
 * authenticated too long ago, or before their sessions were ended), `signed_out`, `forbidden` (the
 * request comes from another site), `unavailable`.
 */
import { z } from 'zod'
import { subscriptionResponseSchema } from './subscription.ts'

/** How long after authenticating an ID token may open a session, in seconds. */
export const freshSignInSeconds = 5 * 60

export const idTokenSchema = z.string().min(1).max(8192)

export const sessionRequestSchema = z.object({
  idToken: idTokenSchema,
  /**
   * The reader signed in by a link in an email. ID tokens say `password` for both. The browser can be
   * believed: saying so only costs an account with an unverified address its password.
   */
  byEmailLink: z.boolean().default(false),
})

export const sessionResponseSchema = subscriptionResponseSchema.extend({
  /** They have never been here before. */
  isNew: z.boolean(),
})
export type SessionResponse = z.infer<typeof sessionResponseSchema>
