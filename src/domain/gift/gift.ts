import { z } from 'zod'
import { day } from '../duration.ts'
import { emailSchema } from '../email-schema.ts'
import { openDisputesSchema } from '../open-disputes.ts'
import { nameSchema } from '../reader.ts'
import { storedAttributionSchema } from '../statistics/attribution.ts'
import { parseCalendarDay } from '../time-zone.ts'
import { parseGiftCode } from './gift-code.ts'
import { giftLengths } from './gift-length.ts'
import {
  containsMessageLink,
  isMessageAllowed,
  isNameAllowed,
  normalizeMessage,
} from './gift-message.ts'

export const giftNameSchema = nameSchema.pipe(z.string().min(1).refine(isNameAllowed))

export const recipientSchema = z.object({ name: giftNameSchema, email: emailSchema })
export type Recipient = z.infer<typeof recipientSchema>

const storedMessageSchema = z.string().max(20_000).transform(normalizeMessage)

export const messageSchema = storedMessageSchema.refine(
  (message) => isMessageAllowed(message) && !containsMessageLink(message),
)

/** Creates a schema for text that `parse` accepts. */
const createTextSchema = <Value>(parse: (input: string) => Value | null, message: string) =>
  z.string().transform((input, context): Value => {
    const value = parse(input)
    if (value !== null) return value
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const calendarDaySchema = createTextSchema(parseCalendarDay, 'isn’t a day')
export const giftCodeSchema = createTextSchema(parseGiftCode, 'isn’t a gift code')

const storedStates = [
  'unpaid',
  /** The buyer hands over the gift in person. */
  'paid',
  /** The card will be emailed at `deliverAt`. */
  'scheduled',
  /** The email service has accepted the card. */
  'sent',
  'redeemed',
  /** The gift's months are used up. */
  'ended',
  'refunded',
  'disputed',
  /** Staff have withdrawn the gift without a refund. */
  'voided',
] as const

export const paidStates = storedStates.filter((state) => state !== 'unpaid')

/** `expired` isn't stored but determined by the time (`resolveGiftState`). */
export const giftStates = [...storedStates, 'expired'] as const
export type GiftState = (typeof giftStates)[number]

const historyEntrySchema = z.object({
  at: z.date(),
  kind: z.string(),
  by: z.string(),
  message: z.string().nullable().default(null),
})

/** A gift, stored as `gifts/{PayPal order id}`. Orders' rules for names and messages are stricter, and may change. */
export const giftSchema = z.object({
  code: giftCodeSchema,
  /** An account's uid, or a guest id (functions/subscription/checkout-buyer.ts). */
  buyerUid: z.string().min(1),
  /** The address for the receipt; empty once the buyer's account is deleted. */
  buyerEmail: z.union([emailSchema, z.literal('')]),
  length: z.literal(giftLengths),
  /** The price in minor units. */
  price: z.int().min(0),
  /** Null if the buyer hands over the gift in person. */
  recipient: z.object({ name: nameSchema, email: emailSchema }).nullable(),
  /** Empty once the buyer's account is deleted, as is the message. */
  senderName: nameSchema,
  message: storedMessageSchema,
  /** When the gift can be redeemed, and its card is sent; null for immediately after the payment. */
  deliverAt: z.date().nullable(),
  createdAt: z.date(),
  /** The visit in which the gift was bought. Null once the buyer's account is deleted. */
  attribution: storedAttributionSchema,
  state: z.enum(storedStates),
  stateBeforeDispute: z.enum(storedStates).nullable().default(null),
  disputes: openDisputesSchema,
  /** PayPal's id for the payment. */
  capture: z.string().max(50).nullable().default(null),
  paidAt: z.date().nullable().default(null),
  sentAt: z.date().nullable().default(null),
  /** When the email service refused the recipient's address; null once the buyer has corrected it. */
  addressRefusedAt: z.date().nullable().default(null),
  /** How often the buyer has had the card sent again, including to a corrected address. */
  resends: z.int().min(0).default(0),
  redeemableUntil: z.date().nullable().default(null),
  /** The account that redeemed the gift; empty once that account is deleted. */
  redeemer: z.string().nullable().default(null),
  /** Events in ascending order of time, with staff's names and reasons. */
  history: z.array(historyEntrySchema).default([]),
  redeemedAt: z.date().nullable().default(null),
  /** The retention job deletes unpaid gifts after this time. */
  expiresAt: z.date().nullable().default(null),
})
export type Gift = z.infer<typeof giftSchema>

const redeemableTime = 365 * day

/** Returns the end of the 365 days during which an available gift can be redeemed. */
export const getRedeemableUntil = (availableAt: Date) =>
  new Date(availableAt.getTime() + redeemableTime)

/** A gift can't be given if its buyer deleted their account before paying for it. */
export const cannotBeGiven = ({ state, buyerEmail, recipient }: Gift) =>
  state === 'unpaid' && buyerEmail === '' && recipient === null

export const isWaitingState = (state: GiftState) =>
  state === 'paid' || state === 'scheduled' || state === 'sent'

export function resolveGiftState({ state, redeemableUntil }: Gift, now: Date): GiftState {
  const isExpired = isWaitingState(state) && redeemableUntil !== null && redeemableUntil <= now
  return isExpired ? 'expired' : state
}

/** Anyone with the code can open the gift from its delivery, and the buyer as soon as it's paid for. */
export function isAvailable({ deliverAt }: Gift, isBuyer: boolean, now: Date): boolean {
  return isBuyer || deliverAt === null || deliverAt <= now
}
