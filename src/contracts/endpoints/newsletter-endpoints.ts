import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import { newsletterForms } from '../../domain/newsletter/newsletter-entry.ts'
import type { ApiErrorCode } from './api-error.ts'
import { defineEndpoint } from './endpoint.ts'
import { visitSchema } from './visit.ts'

const joinRequestSchema = z.object({
  email: emailSchema,
  /** Facebook's cookies, empty unless sharing is allowed (domain/consent.ts). Not stored. */
  fbp: z.string().max(500).default(''),
  fbc: z.string().max(500).default(''),
  /** From GET /api/client. The server stores the user agent that it receives itself. */
  userAgent: z.string().max(4000).default(''),
  ip: z.string().max(100).default(''),
  /** Missing without JavaScript, or if the script is blocked. */
  botCheck: z.string().max(6000).optional(),
  visit: visitSchema,
})

const joinResponseSchema = z.object({
  joined: z.literal(true),
  /** Whether this is the signed-in reader's own, verified address. */
  isConfirmed: z.literal(true).optional(),
})
export type JoinResponse = z.infer<typeof joinResponseSchema>

const linkParams = z.object({ key: z.string().max(1000) })

const linkPreferencesSchema = z.object({
  /** `requested`: waiting for the confirmation email's link. `bouncing`: the mailbox refuses our emails. */
  state: z.enum(['on', 'off', 'requested', 'bouncing']),
  /** When a pause of The Weekly ends; null without one. */
  pausedUntil: z.iso.datetime().nullable(),
})
export type LinkPreferences = z.infer<typeof linkPreferencesSchema>
export type LinkChange = 'turnOn' | 'turnOff' | 'pause' | 'resume'

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
   * The response never reveals whether the address is on the list. Without a bot check token, the limits are stricter
   * (UNCHECKED_LIMIT in wrangler.toml).
   */
  defineEndpoint('POST /api/join-newsletter', {
    summary: 'signs an address up for The Weekly; `source` names the form',
    caller: 'page',
    identify: 'record',
    limit: ['JOIN_LIMIT', 'newsletter'],
    query: z.object({ source: z.enum(newsletterForms).default('newsletter').catch('newsletter') }),
    request: joinRequestSchema,
    maxBytes: 16_384,
    response: joinResponseSchema,
    errors: ['bot_check_failed'],
    form(error: ApiErrorCode | null) {
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
  defineEndpoint('GET /api/newsletter/:key', {
    summary: 'returns whether The Weekly is sent to the address of a preferences link',
    caller: 'page',
    params: linkParams,
    limit: ['LOOK_UP_LIMIT', 'newsletter-link'],
    response: linkPreferencesSchema,
    example: { key: 'x' },
  }),
  /** Turning The Weekly on sends a confirmation email, because the link may have been forwarded with its email. */
  defineEndpoint('PATCH /api/newsletter/:key', {
    summary: 'turns The Weekly off, pauses or resumes it, or asks to turn it on; safe to repeat',
    caller: 'page',
    params: linkParams,
    request: z.object({ change: z.enum(['turnOn', 'turnOff', 'pause', 'resume']) }),
    maxBytes: 1024,
    limit: ['JOIN_LIMIT', 'newsletter-link'],
    response: linkPreferencesSchema,
    example: { key: 'x', change: 'pause' },
  }),
]
