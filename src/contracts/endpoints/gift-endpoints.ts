import { z } from 'zod'
import { emailSchema } from '../../domain/email-schema.ts'
import {
  calendarDaySchema,
  giftCodeSchema,
  giftNameSchema,
  giftStates,
  messageSchema,
  recipientSchema,
} from '../../domain/gift/gift.ts'
import { giftLengths } from '../../domain/gift/gift-length.ts'
import { giftEffectKinds } from '../../domain/subscription/gift-effect.ts'
import { defineEndpoint } from './endpoint.ts'
import { paymentSchema, subscriptionResponseSchema } from './subscription-endpoints.ts'
import { visitSchema } from './visit.ts'

const giftOrderSchema = z.strictObject({
  length: z.literal(giftLengths),
  /** Null if the buyer hands over the gift in person. */
  recipient: recipientSchema.nullable(),
  /** In the publication's time zone; null to deliver the gift as soon as it's paid for. */
  day: calendarDaySchema.nullable(),
  message: messageSchema,
  senderName: giftNameSchema,
  /** The address for the receipt. A signed-in buyer's receipt is sent to the account's address. */
  buyerEmail: emailSchema,
  /** A random id for each form; sending the same form again returns the same order. */
  requestId: z.uuid(),
  /** The bot check's token, if the check is configured. */
  botCheck: z.string().max(6000).optional(),
  visit: visitSchema,
})
export type GiftOrder = z.infer<typeof giftOrderSchema>

const timestamp = z.iso.datetime()

/** A gift as shown to its buyer. */
const boughtGiftSchema = z.object({
  /** PayPal's id for the order. */
  id: z.string(),
  /**
   * Empty for a gift that the guest's link doesn't cover: only that gift's month, length, price and state are shown.
   */
  code: z.string(),
  state: z.enum(giftStates),
  length: z.literal(giftLengths),
  /** The price in minor units. */
  price: z.int(),
  recipient: z.object({ name: z.string(), email: z.string() }).nullable(),
  senderName: z.string(),
  message: z.string(),
  deliverAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  sentAt: timestamp.nullable(),
  redeemedAt: timestamp.nullable(),
  redeemableUntil: timestamp.nullable(),
  /** Whether the email service has refused the recipient's address. */
  isAddressRefused: z.boolean(),
  canCorrectRecipient: z.boolean(),
  canResend: z.boolean(),
})
export type BoughtGift = z.infer<typeof boughtGiftSchema>

/** The effect that redeeming a gift would have for the signed-in reader. */
const giftEffectSchema = z.object({
  kind: z.enum(giftEffectKinds),
  /** When access ends; null if a subscription continues it. */
  until: timestamp.nullable(),
  /** The next payment without and with the gift; null if there is none. */
  paymentBefore: paymentSchema.nullable(),
  payment: paymentSchema.nullable(),
})
export type GiftEffect = z.infer<typeof giftEffectSchema>

/** Anyone with the code sees the names and the message, but never an address. */
const giftCardSchema = z.object({
  state: z.enum([
    'open',
    /** The delivery day is still in the future. */
    'notYet',
    'redeemed',
    'redeemedByYou',
    /** The gift was refunded or withdrawn. */
    'void',
    'disputed',
    'expired',
  ]),
  length: z.literal(giftLengths),
  recipientName: z.string().nullable(),
  senderName: z.string(),
  message: z.string(),
  availableAt: timestamp.nullable(),
  redeemableUntil: timestamp.nullable(),
  /** Null unless the gift is open and the reader is signed in. */
  effect: giftEffectSchema.nullable(),
  /** When this reader's access from a redeemed gift ends; null if a subscription continues it. */
  until: timestamp.nullable(),
})
export type GiftCard = z.infer<typeof giftCardSchema>

/** The key in the buyer's emails, with which guests can see their gift. */
const key = z.string().max(1000).optional()

const caller = 'page'
const identify = 'record'
const id = z.string().regex(/^[A-Z0-9-]{3,50}$/i)
const code = giftCodeSchema
const exampleCode = '7K2M9QXT4B6H0WZE'

export const giftEndpoints = [
  /** Starts a gift. A guest passes the bot check and gets a signed cookie. */
  defineEndpoint('POST /api/gifts', {
    summary: 'starts the payment of a gift',
    caller,
    identify,
    limit: ['SIGN_IN_LIMIT', 'gift'],
    request: giftOrderSchema,
    maxBytes: 32_768,
    response: z.object({ id: z.string(), approveUrl: z.url() }),
    errors: ['bot_check_failed'],
    example: {
      length: 12,
      recipient: { name: 'Mira', email: 'someone@example.com' },
      day: null,
      message: 'Happy birthday!',
      senderName: 'Asha',
      buyerEmail: 'other@example.com',
      requestId: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
    },
  }),
  /** Pages repeat this while the payment is `pending`. The gift is null in a browser other than the buyer's. */
  defineEndpoint('POST /api/gifts/:id/payment', {
    summary: 'captures the payment of a gift that the payer has approved; safe to repeat',
    caller,
    identify,
    limit: ['LOOK_UP_LIMIT', 'gift'],
    params: z.object({ id }),
    response: z.object({
      state: z.enum(['pending', 'paid']),
      gift: boughtGiftSchema.nullable(),
    }),
    errors: ['not_approved', 'payment_declined'],
    example: { id: '5O190127TN364715T' },
  }),
  /** With a key, returns that key's gift in full, and the same guest's other gifts in part. */
  defineEndpoint('GET /api/gifts', {
    summary: 'lists the gifts that the reader has bought, the latest first',
    caller,
    identify,
    limit: ['READ_LIMIT', 'api'],
    query: z.object({ key }),
    response: z.object({ gifts: z.array(boughtGiftSchema) }),
    errors: ['signed_out'],
  }),
  defineEndpoint('PATCH /api/gifts/:id', {
    summary: 'corrects the recipient of a gift until its card is sent',
    caller,
    identify,
    limit: ['SIGN_IN_LIMIT', 'gift-recipient'],
    params: z.object({ id }),
    request: z.strictObject({ recipient: recipientSchema, key }),
    maxBytes: 4096,
    response: boughtGiftSchema,
    errors: ['not_possible'],
    example: {
      id: '5O190127TN364715T',
      recipient: { name: 'Mira', email: 'someone@example.com' },
    },
  }),
  defineEndpoint('POST /api/gifts/:id/card', {
    summary: 'sends the card again',
    caller,
    identify,
    limit: ['SIGN_IN_LIMIT', 'gift-resend'],
    params: z.object({ id }),
    request: z.strictObject({ key }),
    maxBytes: 4096,
    response: boughtGiftSchema,
    errors: ['not_possible'],
    example: { id: '5O190127TN364715T' },
  }),
  defineEndpoint('GET /api/gift-cards/:code', {
    summary: 'returns what the bearer of a gift code may see, and what redeeming the gift would do',
    caller,
    identify,
    limit: ['LOOK_UP_LIMIT', 'gift-card'],
    params: z.object({ code }),
    response: giftCardSchema,
    example: { code: exampleCode },
  }),
  /** `not_possible`: the gift or its effect has changed since the page was loaded. */
  defineEndpoint('POST /api/gift-cards/:code/redemption', {
    summary: 'adds the gift to the account of the signed-in reader',
    caller: 'reader',
    limit: ['SIGN_IN_LIMIT', 'gift-card'],
    params: z.object({ code }),
    /** The effect that the page announced. */
    request: z.strictObject({ effect: giftEffectSchema.shape.kind }),
    maxBytes: 1024,
    response: z.object({
      /** When access ends; null if a subscription continues it. */
      until: timestamp.nullable(),
      subscription: subscriptionResponseSchema,
    }),
    errors: ['not_possible'],
    example: { code: exampleCode, effect: 'startsNow' },
  }),
]
