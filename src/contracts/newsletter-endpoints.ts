import { z } from 'zod'
import { emailSchema, newsletterForms } from '../domain/newsletter/newsletter-entry.ts'
import { defineEndpoint } from './endpoint.ts'

const joinRequestSchema = z.object({
  email: emailSchema,
  /** Facebook's cookies. Accepted, and not stored. */
  fbp: z.string().max(500).default(''),
  fbc: z.string().max(500).default(''),
  /** From GET /api/client. The server stores what it sees itself. */
  userAgent: z.string().max(4000).default(''),
  ip: z.string().max(100).default(''),
  /** Missing without JavaScript, or if the script is blocked. */
  botCheck: z.string().max(6000).optional(),
})

/** Ids of the messages on /newsletter for forms sent without JavaScript. */
export const joinMessageIds = {
  joined: 'signed-up',
  invalidAddress: 'check-the-address',
  tooManyAttempts: 'too-many-attempts',
  notJoined: 'not-signed-up',
} as const

export type JoinRequest = z.input<typeof joinRequestSchema>

export const newsletterEndpoints = [
  /**
   * The response never reveals whether the address is on the list. Without a bot check token the limits
   * are stricter (UNCHECKED_LIMIT in wrangler.toml).
   */
  defineEndpoint('POST /api/join-newsletter', {
    summary: 'signs an address up for The Weekly; `source` names the form',
    caller: 'page',
    limit: ['JOIN_LIMIT', 'newsletter'],
    query: z.object({ source: z.enum(newsletterForms).default('newsletter').catch('newsletter') }),
    request: joinRequestSchema,
    maxBytes: 16_384,
    response: z.object({ joined: z.literal(true) }),
    errors: ['bot_check_failed'],
    form(error) {
      const messages = {
        bad_request: 'invalidAddress',
        too_many_requests: 'tooManyAttempts',
      } as const
      const message = error === null ? 'joined' : messages[error as keyof typeof messages]
      return `/newsletter#${joinMessageIds[message ?? 'notJoined']}`
    },
    example: {
      source: 'newsletter',
      email: 'someone@example.com',
      fbp: '',
      fbc: '',
      userAgent: 'A browser',
      ip: '198.51.100.1',
      botCheck: 'x',
    },
  }),
]
