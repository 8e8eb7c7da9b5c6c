/** The access is derived in entitlement.ts. */
import { z } from 'zod'
import { giftLengths } from '../gift/gift-length.ts'
import { planIds } from './plan.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds of access after a failed payment. */
export const paymentGracePeriod = 7 * day

/** Milliseconds after which a subscription with a failed payment ends. */
export const paymentRetryPeriod = 28 * day

/** Times are UTC. */
const providerFields = {
  plan: z.enum(planIds),
  /** The provider's id of the subscription. */
  provider: z.string().min(1).max(50),
  /** The next billing, as reported by the provider. */
  paidThrough: z.date(),
  /** The last payment that counts, and the last one seen: unexpected ones are refunded. */
  lastPaymentAt: z.date().nullable().default(null),
  seenPaymentAt: z.date().nullable().default(null),
  /** When PayPal bills it first; null if it was billed at once. */
  trialEndsAt: z.date().nullable().default(null),
  /** When the free month was accepted, which is possible once per subscription. */
  offerAcceptedAt: z.date().nullable().default(null),
  /** The end of an accepted free month. Until then, no payment is due and access lasts, in any state. */
  heldUntil: z.date().nullable().default(null),
  /** While gifts keep billing held: since when, and until the last one ends (gift-time.ts sets it). */
  giftHold: z.object({ since: z.date(), until: z.date() }).nullable().default(null),
  remindedAt: z.date().nullable().default(null),
  /**
   * The subscription that a plan change has replaced. Its last payment covers the time until the first
   * payment of this one.
   */
  previous: z
    .object({
      plan: z.enum(planIds),
      provider: z.string().min(1).max(50),
      lastPaymentAt: z.date().nullable(),
    })
    .nullable()
    .default(null),
}

export const subscriptionSchema = z.discriminatedUnion('state', [
  /** While `heldUntil` or `giftHold` is set, billing is held at the provider. */
  z.object({ state: z.literal('active'), ...providerFields }),
  /**
   * Access lasts until the paid period ends. Reactivation is possible until `isFinal`: until then it's
   * only suspended at the provider.
   */
  z.object({
    state: z.literal('ending'),
    ...providerFields,
    stoppedAt: z.date(),
    isFinal: z.boolean().default(false),
  }),
  z.object({
    state: z.literal('paused'),
    ...providerFields,
    stoppedAt: z.date(),
    resumesAt: z.date(),
  }),
  /** `retry`: the last attempt, until the provider declines it. A request id charges once. */
  z.object({
    state: z.literal('paymentFailed'),
    ...providerFields,
    failedAt: z.date(),
    retry: z.object({ requestId: z.string(), at: z.date() }).nullable().default(null),
  }),
  /** There is no access until the dispute is decided. */
  z.object({ state: z.literal('disputed'), ...providerFields, stoppedAt: z.date() }),
  z.object({
    state: z.literal('ended'),
    ...providerFields,
    stoppedAt: z.date(),
    endedAt: z.date(),
  }),
])
export type Subscription = z.infer<typeof subscriptionSchema>

/** The end of the paid or free period. Access lasts until then, unless the payment is refunded. */
export function getAccessEnd({
  paidThrough,
  heldUntil,
}: Pick<Subscription, 'paidThrough' | 'heldUntil'>): Date {
  return heldUntil && heldUntil > paidThrough ? heldUntil : paidThrough
}

/** The remaining access of a cancelled subscription after a new one has replaced it. */
const formerAccessSchema = z.object({
  provider: z.string().min(1).max(50),
  until: z.date(),
  lastPaymentAt: z.date().nullable(),
  /** No access while its payment is disputed. */
  isDisputed: z.boolean(),
})
export type FormerAccess = z.infer<typeof formerAccessSchema>

/** Replaced by another one: it's cancelled at the provider, and later payments are refunded. */
const replacedSubscriptionSchema = z.object({
  provider: z.string().min(1).max(50),
  at: z.date(),
  seenPaymentAt: z.date().nullable(),
})
export type ReplacedSubscription = z.infer<typeof replacedSubscriptionSchema>

/** Older ones have long been cancelled at the provider. */
export const maxReplaced = 20

/** The time of a redeemed gift, in the order in which they are used. */
const giftTimeSchema = z.object({
  /** PayPal's id of its order: `gifts/{id}`. */
  id: z.string().min(1).max(50),
  /** Null for the rest of a gift that was interrupted: then `until` - `from` is what remains. */
  months: z.literal(giftLengths).nullable(),
  from: z.date(),
  until: z.date(),
  /** Its payment is disputed: it gives no access, and its time waits. */
  isSuspended: z.boolean().default(false),
})
export type GiftTime = z.infer<typeof giftTimeSchema>

/** More can't be redeemed until one has ended. */
export const maxGifts = 100

/** `subscriptions/{uid}`. */
export const subscriptionRecordSchema = z.object({
  subscription: subscriptionSchema.nullable().default(null),
  /** The account that claimed a guest's purchase. */
  movedTo: z.string().min(1).nullable().default(null),
  complimentaryUntil: z.date().nullable().default(null),
  formerAccess: formerAccessSchema.nullable().default(null),
  /** The latest last. */
  replaced: z.array(replacedSubscriptionSchema).default([]),
  gifts: z.array(giftTimeSchema).max(maxGifts).default([]),
  /** When the reader was told that the last gift is about to end. */
  giftRemindedAt: z.date().nullable().default(null),
  /** Whether the provider is known to have the desired status (`getDesiredStatus`). */
  isReconciled: z.boolean().default(true),
  /** When the cron job has to change it (`getDueAt`). */
  dueAt: z.date().nullable().default(null),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})
