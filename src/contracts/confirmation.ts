/**
 * POST /api/confirmation does what a letter of the sign-in service asks a reader to confirm: that an
 * address is theirs, that it shall be the account's, or that the account shall have its former one
 * back. It is for whoever has the letter, signed in or not. Errors: `bad_request` (a code for
 * something else), `bad_token` (used already, too old, or none), `forbidden`, `unavailable`.
 */
import { z } from 'zod'

export const confirmationRequestSchema = z.object({ code: z.string().min(1).max(1024) })

/** The address that the account has from now on. */
export const confirmationResponseSchema = z.object({ email: z.string() })
export type ConfirmationResponse = z.infer<typeof confirmationResponseSchema>
