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

/** A text that `parse` understands. */
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
  /** The buyer gives it in person. */
  'paid',
  /** The card will be emailed at `deliverAt`. */
  'scheduled',
  /** The email service has accepted the card. */
  'sent',
  'redeemed',
  /** The gift's time is used up. */
  'ended',
  'refunded',
  'disputed',
  /** An operator has withdrawn the gift, without a refund. */
  'voided',
] as const

export const paidStates = storedStates.filter((state) => state !== 'unpaid')

/** `expired` follows from the time (`resolveGiftState`). */
export const giftStates = [...storedStates, 'expired'] as const
export type GiftState = (typeof giftStates)[number]

const historyEntrySchema = z.object({
  at: z.date(),
  kind: z.string(),
  by: z.string(),
  message: z.string().nullable().default(null),
})

/** `gifts/{PayPal order id}`. Orders have stricter rules for names and messages, which may change. */
export const giftSchema = z.object({
  code: giftCodeSchema,
  /** An account, or a guest id (functions/subscription/checkout-buyer.ts). */
  buyerUid: z.string().min(1),
  /** The receipt goes there; empty once the buyer's account is deleted. */
  buyerEmail: z.union([emailSchema, z.literal('')]),
  length: z.literal(giftLengths),
  /** US cents. */
  price: z.int().min(0),
  /** Null if the buyer gives it in person. */
  recipient: z.object({ name: nameSchema, email: emailSchema }).nullable(),
  /** Empty once the buyer's account is deleted, like the message. */
  senderName: nameSchema,
  message: storedMessageSchema,
  /** It can be redeemed, and its card is sent, from then on; null for as soon as it is paid. */
  deliverAt: z.date().nullable(),
  createdAt: z.date(),
  /** Describes the visit in which it was bought. Null once the buyer's account is deleted. */
  attribution: storedAttributionSchema,
  state: z.enum(storedStates),
  stateBeforeDispute: z.enum(storedStates).nullable().default(null),
  disputes: openDisputesSchema,
  /** PayPal's id of the payment. */
  capture: z.string().max(50).nullable().default(null),
  paidAt: z.date().nullable().default(null),
  sentAt: z.date().nullable().default(null),
  /** The email service refused the recipient's address then; null once the buyer has corrected it. */
  addressRefusedAt: z.date().nullable().default(null),
  /** How often the buyer has had the card sent again, including to a corrected address. */
  resends: z.int().min(0).default(0),
  redeemableUntil: z.date().nullable().default(null),
  /** The account that redeemed it; empty once that is deleted. */
  redeemer: z.string().nullable().default(null),
  /** Lists what has happened, the latest last, with an operator's name and reason. */
  history: z.array(historyEntrySchema).default([]),
  redeemedAt: z.date().nullable().default(null),
  /** The retention job deletes unpaid gifts after this. */
  expiresAt: z.date().nullable().default(null),
})
export type Gift = z.infer<typeof giftSchema>

const redeemableTime = 365 * day

/** A gift can be redeemed for 365 days after it becomes available. */
export const getRedeemableUntil = (availableAt: Date) =>
  new Date(availableAt.getTime() + redeemableTime)

/** The gift no longer has a giver if its buyer deleted the account before it was paid. */
export const cannotBeGiven = ({ state, buyerEmail, recipient }: Gift) =>
  state === 'unpaid' && buyerEmail === '' && recipient === null

export const isWaitingState = (state: GiftState) =>
  state === 'paid' || state === 'scheduled' || state === 'sent'

export function resolveGiftState({ state, redeemableUntil }: Gift, now: Date): GiftState {
  const isExpired = isWaitingState(state) && redeemableUntil !== null && redeemableUntil <= now
  return isExpired ? 'expired' : state
}

/** Everybody can open it from its delivery on; the buyer as soon as it is paid. */
export function isAvailable({ deliverAt }: Gift, isBuyer: boolean, now: Date): boolean {
  return isBuyer || deliverAt === null || deliverAt <= now
}
