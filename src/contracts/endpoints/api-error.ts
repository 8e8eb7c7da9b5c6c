import { z } from 'zod'
import { closedReasons } from '../../domain/access.ts'

const apiErrorCodes = [
  'bad_request',
  'bad_token',
  'stale_token',
  'bad_signature',
  'stale_signature',
  'replayed',
  'signed_out',
  'not_entitled',
  'forbidden',
  'confirmation_required',
  'history_off',
  'bot_check_failed',
  'not_found',
  'not_possible',
  'not_approved',
  'already_subscribed',
  'trial_used',
  'plan_not_changed',
  'account_exists',
  'not_academic',
  'student_not_confirmed',
  'unknown_device',
  'payment_declined',
  'withdrawn',
  'outdated',
  'too_large',
  'list_full',
  'handle_taken',
  'too_many_requests',
  'unavailable',
  'internal',
] as const

export const apiErrorSchema = z.object({
  error: z.object({
    code: z.enum(apiErrorCodes),
    message: z.string(),
    /** The reason why the article is locked, for `not_entitled`. */
    reason: z.enum(closedReasons).optional(),
    /** Set for `confirmation_required`: the path of the page where the owner of an access key confirms the request. */
    page: z.string().optional(),
  }),
})

export type ApiErrorCode = (typeof apiErrorCodes)[number]
export type ApiErrorBody = z.infer<typeof apiErrorSchema>
