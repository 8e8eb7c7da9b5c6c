/** Readers' gifts, for supporters and operators. */
import { z } from 'zod'
import { giftStates } from '../../domain/gift/gift.ts'
import { giftLengths } from '../../domain/gift/gift-length.ts'
import { defineEndpoint } from './endpoint.ts'
import { reasonSchema } from './support-endpoints.ts'

const timestamp = z.iso.datetime()

/** Without the buyer's message to the recipient. */
const staffGiftSchema = z.object({
  /** PayPal's id for the order. */
  id: z.string(),
  code: z.string(),
  state: z.enum(giftStates),
  length: z.literal(giftLengths),
  /** The price in minor units. */
  price: z.int(),
  buyerUid: z.string(),
  /** Empty once the buyer's account is deleted. */
  buyerEmail: z.string(),
  /** Null if the buyer hands over the gift in person. */
  recipient: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** PayPal's id for the payment. */
  capture: z.string().nullable(),
  createdAt: timestamp,
  paidAt: timestamp.nullable(),
  deliverAt: timestamp.nullable(),
  sentAt: timestamp.nullable(),
  addressRefusedAt: timestamp.nullable(),
  redeemableUntil: timestamp.nullable(),
  redeemedAt: timestamp.nullable(),
  /** Empty once the redeemer's account is deleted. */
  redeemer: z.string().nullable(),
  history: z.array(
    z.object({ at: timestamp, kind: z.string(), by: z.string(), message: z.string().nullable() }),
  ),
})
export type StaffGift = z.output<typeof staffGiftSchema>

const change = {
  /** The reason, for the gift's history. */
  message: reasonSchema.optional(),
  /** Returns what would change, and changes nothing. */
  dryRun: z.boolean().default(false),
}
const call = {
  caller: 'staff',
  limit: ['LOOK_UP_LIMIT', 'staff'],
  maxBytes: 8000,
  /** `not_possible`: the gift's state doesn't allow the change. */
  errors: ['not_possible'],
} as const

const changeCall = {
  ...call,
  params: z.object({ id: z.string().regex(/^[A-Z0-9-]{3,50}$/i) }),
  request: z.strictObject(change),
  response: z.object({ before: z.enum(giftStates), after: z.enum(giftStates) }),
  example: { id: '5O190127TN364715T', message: 'Lost card' },
} as const

export const staffGiftEndpoints = [
  /** The query is in the body, because codes and email addresses don't belong in a URL. */
  defineEndpoint('POST /api/desk/gifts/search', {
    summary: 'finds gifts by code, order, or a person’s address or uid, the latest first',
    ...call,
    permission: 'readers',
    request: z.strictObject({ query: z.string().trim().min(1).max(320) }),
    response: z.object({ gifts: z.array(staffGiftSchema) }),
    example: { query: 'someone@example.com' },
  }),
  defineEndpoint('POST /api/desk/gifts/:id/card', {
    summary: 'emails a gift’s card again; a repeat within a minute sends nothing',
    ...changeCall,
    permission: 'readers',
  }),
  defineEndpoint('POST /api/desk/gifts/:id/void', {
    summary: 'disables a gift’s link and code, without a refund; safe to repeat',
    ...changeCall,
    permission: 'refunds',
  }),
  defineEndpoint('POST /api/desk/gifts/:id/refund', {
    summary: 'refunds the whole payment of a gift; safe to repeat',
    ...changeCall,
    permission: 'refunds',
  }),
  defineEndpoint('PUT /api/desk/gifts/:id/deadline', {
    summary: 'extends the time for redeeming a gift; safe to repeat',
    ...changeCall,
    permission: 'money',
    request: z.strictObject({ ...change, until: timestamp }),
    example: { ...changeCall.example, until: '2031-01-01T00:00:00Z' },
  }),
]
