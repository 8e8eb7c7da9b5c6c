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
  /** When the free month was taken: once a subscription. */
  offerTakenAt: z.date().nullable().default(null),
  /** When the reader was last told of the next billing. */
  remindedAt: z.date().nullable().default(null),
}

export const subscriptionSchema = z.discriminatedUnion('state', [
  /** `heldUntil`: the free month. Billing stands still until then, and reading goes on. */
  z.object({
    state: z.literal('active'),
    ...provided,
    heldUntil: z.date().nullable().default(null),
  }),
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
  z.object({ state: z.literal('paymentFailed'), ...provided, failedAt: z.date() }),
  /** The money was taken back, and whether it stays so is not known yet: nothing is open meanwhile. */
  z.object({ state: z.literal('disputed'), ...provided, stoppedAt: z.date() }),
  z.object({ state: z.literal('ended'), ...provided, stoppedAt: z.date(), endedAt: z.date() }),
])
export type Subscription = z.infer<typeof subscriptionSchema>

/** `subscriptions/{uid}`. */
export const subscriptionRecordSchema = z.object({
  subscription: subscriptionSchema.nullable().default(null),
  /** Where it is found now: what a guest has paid for goes to the account that claims it. */
  movedTo: z.string().min(1).nullable().default(null),
  /** Up to when everything is open without a subscription. */
  complimentaryUntil: z.date().nullable().default(null),
  /** Whether the provider is known to do what this record wants of it (`wantedAtProvider`). */
  isAligned: z.boolean().default(true),
  /** When time alone will change something, for the clock to find it: `dueAt`. */
  dueAt: z.date().nullable().default(null),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})
