/** Subscriptions that exist at once: in the database, and at PayPal's stand-in as far as it knows of them. */
import type { z } from 'zod'
import type { Firestore, Write } from '../../functions/adapters/firestore.ts'
import { checkoutPath } from '../../functions/subscription/look.ts'
import { addMonths } from '../../src/domain/month.ts'
import { plans } from '../../src/domain/plan.ts'
import {
  type Subscription,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from '../../src/domain/subscription.ts'
import { dueAt, wantedAtProvider } from '../../src/domain/wanted-and-due.ts'
import type { Adopted } from '../local/paypal/ledger.ts'
import { payPalPlanIds, payPalPlans } from '../local/paypal/plans.ts'

/** One as somebody writes it down: what follows from it is left out. */
export type SampleSubscription = Omit<z.input<typeof subscriptionSchema>, 'provider'>

export const providerOf = (uid: string) => `I-${uid.toUpperCase()}`.slice(0, 50)

/** The payment before `paidThrough`, which is the last one. */
function lastPaymentOf({ plan, paidThrough }: Pick<Subscription, 'plan' | 'paidThrough'>) {
  return addMonths(paidThrough, plans[plan].period === 'year' ? -12 : -1)
}

/** As PayPal would have it. */
function atPayPal(uid: string, email: string, subscription: Subscription): Adopted {
  const planId = payPalPlanIds[subscription.plan]
  const { value } = payPalPlans[planId]!
  const at = lastPaymentOf(subscription).toISOString()
  const status = wantedAtProvider(subscription) ?? 'ACTIVE'
  const hasFailed = subscription.state === 'paymentFailed'
  return {
    subscription: {
      id: subscription.provider,
      planId,
      customId: uid,
      status,
      statusChangedAt: at,
      createdAt: at,
      startsAt: null,
      returnUrl: '',
      cancelUrl: '',
      payer: { email, givenName: '', surname: '', byCard: false },
      nextBillingAt: status === 'CANCELLED' ? null : subscription.paidThrough.toISOString(),
      cyclesCompleted: 1,
      lastPayment: { at, value },
      failedPayments: hasFailed ? 1 : 0,
      isDeclining: false,
      isSlow: false,
      lastFailedAt: hasFailed ? subscription.failedAt.toISOString() : null,
    },
    payments: [
      {
        id: subscription.provider.replace('I-', 'S-'),
        subscription: subscription.provider,
        at,
        value,
        status: 'COMPLETED',
      },
    ],
  }
}

/** What the database holds of a reader's subscription that began some time ago. */
export function subscriptionWrites(uid: string, own: SampleSubscription): readonly Write[] {
  const lastPaymentAt = lastPaymentOf(own as Subscription)
  const record = subscriptionRecordSchema.parse({
    subscription: {
      lastPaymentAt,
      seenPaymentAt: lastPaymentAt,
      ...own,
      provider: providerOf(uid),
    },
  })
  const { plan } = own
  return [
    {
      set: `subscriptions/${uid}`,
      fields: { ...record, dueAt: dueAt(record.subscription) },
    },
    {
      set: checkoutPath(providerOf(uid)),
      fields: { uid, customId: uid, plan, source: '', createdAt: lastPaymentAt },
    },
  ]
}

/** Stores it, and has PayPal's stand-in know of it. */
export async function storeSubscription(
  firestore: Firestore,
  payPalUrl: string,
  { uid, email }: { readonly uid: string; readonly email: string },
  own: SampleSubscription,
): Promise<void> {
  const writes = subscriptionWrites(uid, own)
  const [{ fields }] = writes as [Extract<Write, { set: string }>]
  const { subscription } = subscriptionRecordSchema.parse(fields)
  const told = await fetch(`${payPalUrl}/local/adopt`, {
    method: 'POST',
    body: JSON.stringify(atPayPal(uid, email, subscription!)),
  })
  if (!told.ok) throw new Error(`PayPal’s stand-in does not take it: ${await told.text()}`)
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}
