/** What has happened to a subscription, from its history: as readers are told of it. */
import { z } from 'zod'
import type { happenings, PaymentsResponse } from '../../src/contracts/payments.ts'
import { planIds } from '../../src/domain/plan.ts'
import { subscriptionSchema } from '../../src/domain/subscription.ts'

const historyStates = [
  'none',
  ...subscriptionSchema.options.map(({ shape }) => shape.state.value),
] as const

/** `subscriptions/{uid}/history/{id}`, as far as readers are told. Whatever else it holds stays here. */
export const pastSchema = z.object({
  at: z.date(),
  /** The kind of event, or what somebody did. */
  what: z.string(),
  from: z.enum(historyStates),
  to: z.enum(historyStates),
  plan: z.enum(planIds).nullable().default(null),
  provider: z.string().nullable().default(null),
  /** A payment that counts, and one that went back at once. */
  paymentAt: z.date().nullable().default(null),
  givenBackAt: z.date().nullable().default(null),
  /** A subscription too many, which was paid back. */
  surplus: z.string().nullable().default(null),
  /** Of a grant. */
  until: z.date().nullable().default(null),
})
export type Past = z.infer<typeof pastSchema>

type Happening = (typeof happenings)[number]

/** By the state that it came to. */
function byState({ from, to, what, paymentAt }: Past): Happening | null {
  if (from === to) return paymentAt ? 'renewed' : null
  switch (to) {
    case 'active':
      if (from === 'none' || from === 'ended') return 'started'
      if (from === 'paymentFailed') return 'paymentMended'
      return from === 'disputed' ? 'disputeWon' : 'resumed'
    case 'ending':
      return 'cancelled'
    case 'ended':
      return what === 'refunded' ? 'refunded' : 'ended'
    case 'paused':
    case 'paymentFailed':
    case 'disputed':
      return to
    case 'none':
      return null
  }
}

/** Null where there is nothing that a reader would call an event. */
export function happeningOf(past: Past): Happening | null {
  if (past.what === 'takeOffer') return 'offerTaken'
  if (past.what === 'grant') return past.until ? 'complimentary' : null
  const happened = byState(past)
  return happened ?? (past.surplus || past.givenBackAt ? 'refunded' : null)
}

/** The latest first. */
export function toldOf(pasts: readonly Past[]): PaymentsResponse['history'] {
  return pasts
    .flatMap((past) => {
      const what = happeningOf(past)
      return what ? [{ at: past.at.toISOString(), what, plan: past.plan }] : []
    })
    .sort((one, other) => other.at.localeCompare(one.at))
}
