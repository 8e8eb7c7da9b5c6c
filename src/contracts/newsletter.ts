/**
 * POST /api/join-newsletter asks for The Weekly. It answers 200 and the same body whether the address
 * is on the list or not: nobody learns from it who reads us. The query's `source` names the form.
 *
 * Errors, each with words for the reader: `bad_request` (no address), `not_human` (the bot check
 * refuses), `forbidden`, `too_many_requests`, `unavailable`. A form that was sent without its script
 * (urlencoded) is answered with the way to a place on /newsletter that says what became of it.
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
  /** What the bot check gave, where there is one. */
  botCheck: z.string().max(6000).optional(),
})

/** Places on /newsletter that say what became of a form that was sent without its script. */
export const joinOutcomes = {
  joined: 'signed-up',
  noAddress: 'check-the-address',
  notJoined: 'not-signed-up',
} as const

export const joinSourceSchema = z.enum(newsletterForms).catch('newsletter')

/** As a browser sends it. */
export type JoinRequest = z.input<typeof joinRequestSchema>

export const joinResponseSchema = z.object({ joined: z.literal(true) })
export type JoinResponse = z.infer<typeof joinResponseSchema>
