/** A reader's subscription: what is kept of it. Where it puts its reader: standing.ts. */
import { z } from 'zod'
import { planIds } from './plan.ts'

const day = 24 * 60 * 60 * 1000

/** How long a reader keeps access after a payment failed, in milliseconds. */
export const paymentGrace = 7 * day

/** What every subscription has that the payment provider knows. Instants are UTC. */
const provided = {
  plan: z.enum(planIds),
  /** The provider's id of it. */
  provider: z.string().min(1).max(50),
  /** Up to when it is paid: the next billing, as the provider says. */
  paidThrough: z.date(),
  /** The payment that counts, and the latest that was seen: others were taken wrongly, and given back. */
  lastPaymentAt: z.date().nullable().default(null),
  seenPaymentAt: z.date().nullable().default(null),
  /** When the free month was accepted, which is possible once per subscription. */
  offerTakenAt: z.date().nullable().default(null),
  /**
   * The end of the free month, once it is accepted and until it has passed. Whatever the state, no
   * payment is due before it; cancelling, pausing and resuming keep it, and access lasts until it.
   */
  heldUntil: z.date().nullable().default(null),
  /** When the reader was last told of the next billing. */
  remindedAt: z.date().nullable().default(null),
}

export const subscriptionSchema = z.discriminatedUnion('state', [
  /** While `heldUntil` is set, billing is held at the provider. */
  z.object({ state: z.literal('active'), ...provided }),
  /**
   * The reader has left, or the provider says so, and reads on to the end of what is paid. While the
   * provider only holds it, it can be taken up again; once `isFinal` it cannot.
   */
  z.object({
    state: z.literal('ending'),
    ...provided,
    stoppedAt: z.date(),
    isFinal: z.boolean().default(false),
  }),
  z.object({ state: z.literal('paused'), ...provided, stoppedAt: z.date(), resumesAt: z.date() }),
  /**
   * `retry`: the payment that was last asked for again, until the provider declines it. Asking under
   * the same request id takes the money once.
   */
  z.object({
    state: z.literal('paymentFailed'),
    ...provided,
    failedAt: z.date(),
    retry: z.object({ requestId: z.string(), at: z.date() }).nullable().default(null),
  }),
  /** The money was taken back, and whether it stays so is not known yet: nothing is open meanwhile. */
  z.object({ state: z.literal('disputed'), ...provided, stoppedAt: z.date() }),
  z.object({ state: z.literal('ended'), ...provided, stoppedAt: z.date(), endedAt: z.date() }),
])
export type Subscription = z.infer<typeof subscriptionSchema>

/** When what is paid for or given ends. The reader has access until then, unless the money goes back. */
export function accessEndsAt({
  paidThrough,
  heldUntil,
}: Pick<Subscription, 'paidThrough' | 'heldUntil'>): Date {
  return heldUntil && heldUntil > paidThrough ? heldUntil : paidThrough
}

/** What is left of a cancelled subscription that another one has replaced. Its money may still go back. */
const formerAccessSchema = z.object({
  provider: z.string().min(1).max(50),
  until: z.date(),
  lastPaymentAt: z.date().nullable(),
  /** Nothing is open while its payment is disputed. */
  isDisputed: z.boolean(),
})
export type FormerAccess = z.infer<typeof formerAccessSchema>

/** `subscriptions/{uid}`. */
export const subscriptionRecordSchema = z.object({
  subscription: subscriptionSchema.nullable().default(null),
  /** Where it is found now: what a guest has paid for goes to the account that claims it. */
  movedTo: z.string().min(1).nullable().default(null),
  /** Up to when everything is open without a subscription. */
  complimentaryUntil: z.date().nullable().default(null),
  formerAccess: formerAccessSchema.nullable().default(null),
  /** Whether the provider is known to do what this record wants of it (`wantedAtProvider`). */
  isAligned: z.boolean().default(true),
  /** When time alone will change something, for the clock to find it: `dueAt`. */
  dueAt: z.date().nullable().default(null),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})
