/** A reader's subscription: what is kept of it, and where it puts its reader at an instant. */
import { z } from 'zod'
import { planIds } from './plan.ts'
import type { SubscriptionDetail, SubscriptionStatus } from './subscription-status.ts'

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
  /** Up to when everything is open without a subscription. */
  complimentaryUntil: z.date().nullable().default(null),
  /** Whether the provider is known to do what this record wants of it (`wantedAtProvider`). */
  isAligned: z.boolean().default(true),
  /** When time alone will change something, for the clock to find it: `dueAt`. */
  dueAt: z.date().nullable().default(null),
})
export type SubscriptionRecord = z.infer<typeof subscriptionRecordSchema>

export const noSubscription: SubscriptionRecord = subscriptionRecordSchema.parse({})

/** A subscription seen at an instant: what pages show, and whether closed articles are open. */
export type Standing = {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
  /** The instant at which the entitlement ends unless something happens; null where none is known. */
  readonly until: Date | null
}

const until = (instant: Date, now: Date) =>
  instant > now ? { entitled: true, until: instant } : { entitled: false, until: null }

/** By the subscription alone. */
function standingBySubscription(subscription: Subscription | null, now: Date): Standing {
  if (!subscription)
    return { status: 'notSubscribed', detail: 'none', entitled: false, until: null }
  switch (subscription.state) {
    case 'active':
      // A paid-up one has no end of its own: renewals arrive late at times, and that must not lock
      // out somebody who pays.
      return { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
    case 'ending':
      return subscription.paidThrough > now
        ? { status: 'isEnding', detail: 'cancelled', ...until(subscription.paidThrough, now) }
        : { status: 'needsToRestart', detail: 'ended', entitled: false, until: null }
    case 'paused':
      // Still the reader's subscription when the paid time is over: it resumes, nobody restarts it.
      return { status: 'isEnding', detail: 'paused', ...until(subscription.paidThrough, now) }
    case 'paymentFailed': {
      const graceEnds = new Date(subscription.failedAt.getTime() + paymentGrace)
      return { status: 'needsToRestart', detail: 'paymentFailed', ...until(graceEnds, now) }
    }
    case 'disputed':
      return { status: 'needsToRestart', detail: 'disputed', entitled: false, until: null }
    case 'ended':
      return { status: 'needsToRestart', detail: 'ended', entitled: false, until: null }
  }
}

/** Where a reader stands at `now`; null for one of whom no subscription is known. */
export function standing(record: SubscriptionRecord | null, now: Date): Standing {
  const { subscription, complimentaryUntil } = record ?? noSubscription
  const paid = standingBySubscription(subscription, now)
  if (paid.entitled || !complimentaryUntil || complimentaryUntil <= now) return paid
  return {
    status: 'isSubscribed',
    detail: 'complimentary',
    entitled: true,
    until: complimentaryUntil,
  }
}
