/** What the provider says of a subscription, taken into account; and what we want of it, brought about. */
import { z } from 'zod'
import { planIds } from '../../src/domain/plan.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import { wantedAtProvider } from '../../src/domain/subscription-transition.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { PayPal, PayPalSubscription } from '../adapters/paypal.ts'
import {
  type Changed,
  type ChangeFailure,
  type ChangeOptions,
  changeSubscription,
} from './change.ts'

export type Means = {
  readonly firestore: Firestore
  readonly paypal: PayPal
  readonly now: () => Date
}

/** `checkouts/{the provider's id}`: what was chosen. PayPal's plan ids do not tell one plan from another. */
export const checkoutSchema = z.object({
  uid: z.string().min(1),
  plan: z.enum(planIds),
  source: z.string().max(60),
  createdAt: z.date(),
  /** Whoever buys has no account yet: the uid is the one that it will have. */
  isGuest: z.boolean().default(false),
})
export type Checkout = z.infer<typeof checkoutSchema>

export const checkoutPath = (provider: string) => `checkouts/${encodeURIComponent(provider)}`

/** Null for a subscription that did not begin here. Costs one database read. */
export async function findCheckout(
  firestore: Firestore,
  provider: string,
): Promise<Result<Checkout | null, ChangeFailure>> {
  const stored = await firestore.get(checkoutPath(provider))
  if (!stored.ok) return stored
  const checkout = checkoutSchema.nullable().safeParse(stored.value?.fields ?? null)
  return checkout.success ? succeed(checkout.data) : fail({ kind: 'malformed' })
}

/** `word`: what PayPal said; null where it was not asked, because its message was heard before. */
export type Looked = Changed & { readonly word: PayPalSubscription | null }

/** Asks PayPal, and changes what has to change. Called again it changes nothing more. */
export async function takeWordOf(
  { firestore, paypal, now }: Means,
  { uid, plan }: Pick<Checkout, 'uid' | 'plan'>,
  provider: string,
  { by, message }: Pick<ChangeOptions, 'by' | 'message'>,
): Promise<Result<Looked, ChangeFailure>> {
  let word: PayPalSubscription | null = null
  const changed = await changeSubscription({
    firestore,
    uid,
    by,
    now,
    ...(message ? { message } : {}),
    async event() {
      const found = await paypal.find(provider)
      if (!found.ok) return found
      word = found.value
      return succeed({ kind: 'observed', seen: word.seen, plan })
    },
  })
  return changed.ok ? succeed({ ...changed.value, word }) : changed
}

/**
 * Brings the provider where the record wants it, and notes that it is there. PayPal is asked first:
 * suspending, activating and cancelling are refused where they are done already.
 */
export async function align(
  means: Means,
  uid: string,
  { subscription }: SubscriptionRecord,
): Promise<Result<Changed | null, ChangeFailure>> {
  const wanted = wantedAtProvider(subscription)
  if (!subscription || !wanted) return succeed(null)
  const { provider, plan, state } = subscription
  const found = await means.paypal.find(provider)
  if (!found.ok) return found
  const { status } = found.value.seen
  const isGone = status === 'CANCELLED' || status === 'EXPIRED'
  if (status !== wanted && !isGone) {
    const brought = await means.paypal.bring(
      provider,
      wanted,
      `The reader's subscription: ${state}`,
    )
    // Refused, it has changed meanwhile: what it says now is taken into account below.
    if (!brought.ok && brought.failure.kind !== 'refused') return brought
  }
  return takeWordOf(means, { uid, plan }, provider, { by: 'clock' })
}
