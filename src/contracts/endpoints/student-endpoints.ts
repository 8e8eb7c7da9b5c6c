import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import { defineEndpoint } from './endpoint.ts'

const caller = 'page'

export const studentEndpoints = [
  /** A guest passes the bot check. Each address gets only a few emails; above the limits, the response is the same. */
  defineEndpoint('POST /api/student', {
    summary: 'sends a confirmation email to a student address',
    caller,
    identify: 'pass',
    limit: ['JOIN_LIMIT', 'student'],
    request: z.strictObject({
      email: emailSchema,
      /** The bot check's token, if the check is configured. */
      botCheck: z.string().max(6000).optional(),
    }),
    maxBytes: 8192,
    response: 'empty',
    errors: ['bot_check_failed', 'not_academic'],
    example: { email: 'someone@example.edu' },
  }),
  defineEndpoint('POST /api/student/confirmation', {
    summary:
      'exchanges the key from the confirmation email for the cookie that POST /api/checkout requires',
    caller,
    limit: ['SIGN_IN_LIMIT', 'student'],
    request: z.strictObject({ key: z.string().min(1).max(1000) }),
    maxBytes: 4096,
    response: 'empty',
    errors: ['bad_token'],
    example: { key: 'x' },
  }),
]
