import { z } from 'zod'
import { hour } from '../../src/domain/duration.ts'
import {
  getCheckoutPaymentPath,
  getSecondCheckoutPaymentPath,
} from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { storedAttributionSchema } from '../../src/domain/statistics/attribution.ts'
import { surplusReasons } from '../../src/domain/subscription/effect-kinds.ts'
import { planIds } from '../../src/domain/subscription/plan.ts'
import { soldSchema } from '../../src/domain/subscription/sold.ts'
import type { Transition } from '../../src/domain/subscription/subscription-event.ts'
import { createOutboxWrite } from '../outbox/outbox-writes.ts'
import type { Firestore, Write } from '../platform/adapters/firestore.ts'
import type { ChangeFailure } from './change-subscription.ts'

/**
 * `checkouts/{PayPal subscription id}` stores the chosen plan, because several plans may share one of PayPal's plan
 * ids.
 */
export const checkoutSchema = z.object({
  uid: z.string().min(1),
  plan: z.enum(planIds),
  /** Null in checkouts from an earlier version. */
  sold: soldSchema.nullable().default(null),
  source: z.string().max(60),
  createdAt: z.date(),
  /** The visit in which the checkout was started. */
  attribution: storedAttributionSchema,
  /** The uid that was sent to PayPal. Doesn't change when another account claims the checkout. */
  customId: z.string().default(''),
  /** Whether the buyer has no account yet. */
  isGuest: z.boolean().default(false),
  /** When PayPal first bills after a trial; null without a trial. */
  trialEndsAt: z.date().nullable().default(null),
  /**
   * Set if the purchase replaces the subscription `from`. `startsAt` is the time of the first payment; null means the
   * time of approval.
   */
  planChange: z
    .object({ from: z.string(), startsAt: z.date().nullable() })
    .nullable()
    .default(null),
  /** The hash of the academic address for a student plan (`studentPath`). */
  student: z.string().nullable().default(null),
  /** The code of the referral link that the buyer had opened. */
  referral: z.string().nullable().default(null),
  /** The retention job deletes the document after this time. Removed in the commit that records a payment. */
  expiresAt: z.date().nullable().default(null),
  /** The reason why the purchase was cancelled and refunded instead of starting. A later payment is refunded too. */
  refusedFor: z.enum(surplusReasons).nullable().default(null),
  /** The hash of the `requestId` that created the guest's account, and the time. */
  accountRequest: z.object({ request: z.string(), at: z.date() }).nullable().default(null),
})
export type Checkout = z.infer<typeof checkoutSchema>

export const checkoutPath = (payPalSubscription: string) =>
  `checkouts/${encodeURIComponent(payPalSubscription)}`

/** `updateTime` is for the precondition of a change. */
export type StoredCheckout = Checkout & { readonly updateTime: string }

/** Returns null for a subscription that wasn't started on this site. Costs one database read. */
export async function findCheckout(
  firestore: Firestore,
  payPalSubscription: string,
): Promise<Result<StoredCheckout | null, ChangeFailure>> {
  const stored = await firestore.get(checkoutPath(payPalSubscription))
  if (!stored.ok) return stored
  if (!stored.value) return succeed(null)
  const checkout = checkoutSchema.safeParse(stored.value.fields)
  if (!checkout.success) return fail({ kind: 'malformed' })
  return succeed({ ...checkout.data, updateTime: stored.value.updateTime })
}

/** A paid checkout never expires. A guest has an hour to create an account before an email asks them to. */
export async function createPaymentWrites(
  firestore: Firestore,
  payPalSubscription: string,
  { emails, surplus }: Transition,
  at: Date,
): Promise<Result<readonly Write[], ChangeFailure>> {
  const found = await findCheckout(firestore, payPalSubscription)
  if (!found.ok) return found
  if (!found.value) return succeed([])
  const { updateTime, ...checkout } = found.value
  const refusedFor = surplus?.reason ?? null
  const fields = { ...checkout, expiresAt: null, refusedFor }
  const isNews = checkout.expiresAt || checkout.refusedFor !== refusedFor
  // The payment needn't be looked up at PayPal again.
  const checkoutWrites: readonly Write[] = isNews
    ? [
        { set: checkoutPath(payPalSubscription), fields, ifUpdatedAt: updateTime },
        { remove: getCheckoutPaymentPath(payPalSubscription) },
        { remove: getSecondCheckoutPaymentPath(payPalSubscription) },
      ]
    : []
  if (!checkout.isGuest || !emails.includes('started')) return succeed(checkoutWrites)
  const finish = { kind: 'finishAccount', checkout: payPalSubscription } as const
  const dueAt = new Date(at.getTime() + hour)
  const item = createOutboxWrite(`outbox/finish-${payPalSubscription}`, finish, at, dueAt)
  return succeed([...checkoutWrites, item])
}
