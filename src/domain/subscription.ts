import { z } from 'zod'
import { type PlanId, plans } from './plan.ts'
import type { SubscriptionDetail, SubscriptionStatus } from './subscription-status.ts'

const planIdSchema = z.enum(Object.keys(plans) as [PlanId, ...PlanId[]])

const day = 24 * 60 * 60 * 1000

/** How long a reader keeps access after a payment failed, in milliseconds. */
export const paymentGrace = 7 * day

/** `subscriptions/{uid}`: one reader's subscription as it is kept. Instants are UTC. */
export const subscriptionSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('active'), plan: planIdSchema, paidThrough: z.date() }),
  z.object({ state: z.literal('ending'), plan: planIdSchema, paidThrough: z.date() }),
  z.object({
    state: z.literal('paused'),
    plan: planIdSchema,
    paidThrough: z.date(),
    resumesAt: z.date(),
  }),
  z.object({ state: z.literal('paymentFailed'), plan: planIdSchema, failedAt: z.date() }),
  z.object({ state: z.literal('ended'), plan: planIdSchema, endedAt: z.date() }),
  z.object({ state: z.literal('complimentary'), until: z.date() }),
])
export type Subscription = z.infer<typeof subscriptionSchema>

/** A subscription seen at an instant: what pages show, and whether closed articles are open. */
export type Standing = {
  readonly status: SubscriptionStatus
  readonly detail: SubscriptionDetail
  readonly entitled: boolean
  /** The instant at which the entitlement ends unless something happens; null where none is known. */
  readonly until: Date | null
}

const lapsed: Standing = {
  status: 'needsToRestart',
  detail: 'ended',
  entitled: false,
  until: null,
}

/**
 * Where a reader stands at `now`. A paid-up active subscription has no end of its own: renewals
 * arrive by webhook, and a late one must not lock out somebody who pays.
 */
export function standing(subscription: Subscription | null, now: Date): Standing {
  if (!subscription)
    return { status: 'notSubscribed', detail: 'none', entitled: false, until: null }
  switch (subscription.state) {
    case 'active':
      return { status: 'isSubscribed', detail: 'active', entitled: true, until: null }
    case 'ending':
      return subscription.paidThrough > now
        ? {
            status: 'isEnding',
            detail: 'cancelled',
            entitled: true,
            until: subscription.paidThrough,
          }
        : lapsed
    case 'paused':
      // Still the reader's subscription when the paid time is over: it resumes, nobody restarts it.
      return {
        status: 'isEnding',
        detail: 'paused',
        entitled: subscription.paidThrough > now,
        until: subscription.paidThrough > now ? subscription.paidThrough : null,
      }
    case 'paymentFailed': {
      const graceEnds = new Date(subscription.failedAt.getTime() + paymentGrace)
      const entitled = graceEnds > now
      return {
        status: 'needsToRestart',
        detail: 'paymentFailed',
        entitled,
        until: entitled ? graceEnds : null,
      }
    }
    case 'ended':
      return lapsed
    case 'complimentary':
      return subscription.until > now
        ? {
            status: 'isSubscribed',
            detail: 'complimentary',
            entitled: true,
            until: subscription.until,
          }
        : lapsed
  }
}
