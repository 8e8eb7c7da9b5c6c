import { z } from 'zod'
import type {
  PaymentsResponse,
  subscriptionHistoryKinds,
} from '../../src/contracts/endpoints/payments-endpoints.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import { subscriptionStates } from '../../src/domain/subscription/subscription.ts'

const historyStates = ['none', ...subscriptionStates] as const

export const historyEntrySchema = z.object({
  at: z.date(),
  kind: z.string(),
  from: z.enum(historyStates).default('none'),
  to: z.enum(historyStates).default('none'),
  plan: z.enum(planIds).nullable().default(null),
  provider: z.string().nullable().default(null),
  /** The time of a payment, even of one that was refunded immediately. */
  paymentAt: z.date().nullable().default(null),
  refundedAt: z.date().nullable().default(null),
  /** PayPal's id for a surplus subscription that was refunded. */
  surplus: z.string().nullable().default(null),
  surplusReason: z.string().nullable().default(null),
  until: z.date().nullable().default(null),
  giftStatus: z.string().nullable().default(null),
  /** PayPal's id for a payment of which part was, or will be, returned. */
  payment: z.string().nullable().default(null),
  /** Readers aren't shown who made the change, or why. */
  operator: z.string().nullable().default(null),
  message: z.string().nullable().default(null),
  /** The plan before a change. */
  previousPlan: z.enum(planIds).nullable().default(null),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

type PaymentsEvent = (typeof subscriptionHistoryKinds)[number]

function describeStateChange({ from, to, paymentAt }: HistoryEntry): PaymentsEvent | null {
  if (from === to) return paymentAt ? 'renewed' : null
  switch (to) {
    case 'active':
      if (from === 'none' || from === 'ended') return 'started'
      if (from === 'paymentFailed') return 'paymentFixed'
      return from === 'disputed' ? 'disputeWon' : 'resumed'
    case 'ending':
      return 'cancelled'
    case 'ended':
      return 'ended'
    case 'paused':
    case 'paymentFailed':
    case 'disputed':
      return to
    case 'none':
      return null
  }
}

/** Returns null for an entry that isn't shown to readers. */
export function describeEntry(entry: HistoryEntry): PaymentsEvent | null {
  // The list of payments already shows what was returned.
  if (entry.kind === 'settled') return null
  if (entry.kind === 'acceptOffer') return 'offerAccepted'
  if (entry.kind === 'grant') return entry.until ? 'complimentary' : null
  if (entry.kind === 'redeemGift') return 'giftRedeemed'
  if (entry.kind === 'giftChanged')
    return entry.giftStatus === 'valid' ? 'giftRestored' : 'giftEnded'
  if (entry.previousPlan) return 'planChanged'
  // The period may still be paid for by another payment.
  if (entry.kind === 'refunded') return 'refunded'
  // Usually nothing was paid for the new plan yet; the list of payments shows any refund.
  if (entry.surplusReason === 'planChangeOutdated') return null
  const stateChange = describeStateChange(entry)
  return stateChange ?? (entry.surplus || entry.refundedAt ? 'refunded' : null)
}

/** Returns the newest entries first. */
export function describeHistory(entries: readonly HistoryEntry[]): PaymentsResponse['history'] {
  return entries
    .flatMap((entry) => {
      const kind = describeEntry(entry)
      return kind ? [{ at: entry.at.toISOString(), kind, plan: entry.plan }] : []
    })
    .sort((one, other) => other.at.localeCompare(one.at))
}
