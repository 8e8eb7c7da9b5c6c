import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const authEmailEndpoints = [
  /** `bad_request`: the code has another purpose. `bad_token`: it is used, expired or unknown. */
  defineEndpoint('POST /api/confirmation', {
    summary: 'does what the link in an email confirms: verifies, changes or restores an address',
    caller: 'page',
    identify: 'record',
    limit: ['SIGN_IN_LIMIT', 'confirmation'],
    request: z.object({ code: z.string().min(1).max(1024) }),
    maxBytes: 4096,
    response: z.object({
      /** The account's new address. */
      email: z.string(),
      /** The caller wasn't logged in to the account: its sessions have ended and its password is removed. */
      isSecured: z.boolean(),
    }),
    errors: ['bad_token'],
    example: { code: 'a-code' },
  }),
]
