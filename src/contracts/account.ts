/**
 * GET /api/account answers how a reader logs in, as the sign-in service has it.
 *
 * DELETE /api/account forgets the reader, for good: their subscription ends, and everything goes
 * that is held about them. It takes the ID token of somebody who has just shown who they are, and
 * whose session this is. 204 where they are gone, 202 where the rest is done within minutes; both
 * clear the cookies, and both are also the answer to whoever asks again. Errors: `bad_request`,
 * `signed_out`, `bad_token`, `stale_token`, `forbidden` (another site, or the token of somebody
 * else), `unavailable`.
 *
 * POST /api/account/email notes the address that the reader wants to change to, before the sign-in
 * service sends an email to it: the change takes effect only if it was noted by the owner. It takes an
 * ID token of the reader. 204; errors as above.
 *
 * GET /api/account/data answers everything that is held about them, as a file.
 */
import { z } from 'zod'
import { emailSchema } from '../domain/newsletter.ts'
import { idTokenSchema } from './session.ts'

export const accountResponseSchema = z.object({
  email: z.string(),
  emailVerified: z.boolean(),
  /** Null where the sign-in service cannot be asked. */
  ways: z.object({ password: z.boolean(), google: z.boolean() }).nullable(),
})
export type AccountResponse = z.infer<typeof accountResponseSchema>

export const accountDeletionSchema = z.object({ idToken: idTokenSchema })

export const emailChangeSchema = z.object({ idToken: idTokenSchema, email: emailSchema })
