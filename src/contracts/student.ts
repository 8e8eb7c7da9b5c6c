/**
 * The student plan is for whoever has shown that an address of a listed academic domain is theirs
 * (domain/academic.ts).
 *
 * POST /api/student has a letter sent to it; 204. Errors: `bad_request`, `not_academic`, `unavailable`.
 * POST /api/student/confirmation takes the key of that letter's link, and the browser holds a signed
 * cookie from then on, which POST /api/checkout asks for; 204. Errors: `bad_request`, `bad_token`,
 * `stale_token`.
 */
import { z } from 'zod'

export const studentRequestSchema = z.strictObject({ email: z.email().max(254) })
export type StudentRequest = z.infer<typeof studentRequestSchema>

export const studentConfirmationSchema = z.strictObject({ key: z.string().min(1).max(1000) })
export type StudentConfirmation = z.infer<typeof studentConfirmationSchema>
