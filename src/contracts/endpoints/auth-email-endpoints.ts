import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const authEmailEndpoints = [
  /** `bad_request`: the code has a different purpose. `bad_token`: the code is used, expired or unknown. */
  defineEndpoint('POST /api/confirmation', {
    summary: 'verifies, changes or restores an address, as the link in an email requests',
    caller: 'page',
    identify: 'record',
    limit: ['SIGN_IN_LIMIT', 'confirmation'],
    request: z.object({ code: z.string().min(1).max(1024) }),
    maxBytes: 4096,
    response: z.object({
      /** The account's new address. */
      email: z.string(),
      /**
       * Whether the account's sessions were ended and its password removed, because the caller wasn't logged in to it.
       */
      isSecured: z.boolean(),
    }),
    errors: ['bad_token'],
    example: { code: 'a-code' },
  }),
]
