/**
 * POST /api/join-newsletter asks for The Weekly. It answers 200 and the same body whether the address
 * is on the list or not: nobody learns from it who reads us. The query's `source` names the form.
 *
 * Errors, each with words for the reader: `bad_request` (not an address), `not_human` (the bot check
 * refused the token), `forbidden`, `too_many_requests`, `unavailable`. Without a token the limits are
 * stricter: see UNCHECKED_LIMIT in wrangler.toml. A form that was sent without JavaScript (urlencoded)
 * is redirected to the message on /newsletter that says what happened.
 */
import { z } from 'zod'
import { emailSchema, newsletterForms } from '../domain/newsletter.ts'

export const joinRequestSchema = z.object({
  email: emailSchema,
  /** Cookies of an advertiser's pixel, empty where there is none. Taken, and not kept. */
  fbp: z.string().max(500).default(''),
  fbc: z.string().max(500).default(''),
  /** What GET /api/client said. The record keeps what the server sees itself. */
  userAgent: z.string().max(4000).default(''),
  ip: z.string().max(100).default(''),
  /** From the bot check. Missing without JavaScript, and where a blocker stops Google's script. */
  botCheck: z.string().max(6000).optional(),
})

/** Messages on /newsletter about a form that was sent without JavaScript, by their element ids. */
export const joinOutcomes = {
  joined: 'signed-up',
  noAddress: 'check-the-address',
  tooMany: 'too-many-attempts',
  notJoined: 'not-signed-up',
} as const

export const joinSourceSchema = z.enum(newsletterForms).catch('newsletter')

/** Once it is validated. */
export type JoinData = z.output<typeof joinRequestSchema>

/** As a browser sends it. */
export type JoinRequest = z.input<typeof joinRequestSchema>

export const joinResponseSchema = z.object({ joined: z.literal(true) })
export type JoinResponse = z.infer<typeof joinResponseSchema>
