import { z } from 'zod'

/** Every failure of the API says which one it is, and carries words that may be shown to a reader. */
export const apiErrorCodes = [
  'bad_request',
  'bad_token',
  'stale_token',
  'bad_signature',
  'stale_signature',
  'replayed',
  'signed_out',
  'not_entitled',
  'forbidden',
  'not_kept',
  'not_human',
  'not_found',
  'not_possible',
  'not_approved',
  'already_subscribed',
  'account_exists',
  'not_academic',
  'student_not_confirmed',
  'unknown_device',
  'payment_declined',
  'withdrawn',
  'too_large',
  'too_many',
  'too_many_requests',
  'unavailable',
  'internal',
] as const

export const apiErrorSchema = z.object({
  error: z.object({
    code: z.enum(apiErrorCodes),
    message: z.string(),
    /** With `not_entitled`: why the article is closed. */
    reason: z.enum(['signedOut', 'notSubscribed', 'ended', 'paused', 'paymentFailed']).optional(),
  }),
})

export type ApiErrorCode = (typeof apiErrorCodes)[number]
export type ApiErrorBody = z.infer<typeof apiErrorSchema>
