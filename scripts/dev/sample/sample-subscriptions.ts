/** Creates subscriptions at once, in the database and the PayPal fake. */
import type { z } from 'zod'
import type { Firestore, Write } from '../../../functions/adapters/firestore.ts'
import { checkoutPath } from '../../../functions/subscription/stored-checkout.ts'
import { addMonths } from '../../../src/domain/month.ts'
import { getDesiredStatus, getDueAt } from '../../../src/domain/subscription/desired-status.ts'
import { plans } from '../../../src/domain/subscription/plan.ts'
import {
  type Subscription,
  subscriptionRecordSchema,
  type subscriptionSchema,
} from '../../../src/domain/subscription/subscription.ts'
import type { ImportedSubscription } from '../fakes/paypal/ledger-records.ts'
import { payPalPlanIds, payPalPlans } from '../fakes/paypal/paypal-plans.ts'

/** Without the fields that are derived. */
export type SampleSubscription = Omit<z.input<typeof subscriptionSchema>, 'provider'>

export const getProviderId = (uid: string) => `I-${uid.toUpperCase()}`.slice(0, 50)

/** The payment before `paidThrough`. */
function computeLastPayment({ plan, paidThrough }: Pick<Subscription, 'plan' | 'paidThrough'>) {
  return addMonths(paidThrough, plans[plan].period === 'year' ? -12 : -1)
}

function toPayPalSubscription(
  uid: string,
  email: string,
  subscription: Subscription,
): ImportedSubscription {
  const planId = payPalPlanIds[subscription.plan]
  const { value } = payPalPlans[planId]!
  const at = computeLastPayment(subscription).toISOString()
  const status = getDesiredStatus(subscription) ?? 'ACTIVE'
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
        order: null,
        at,
        value,
        status: 'COMPLETED',
      },
    ],
  }
}

function buildSubscriptionWrites(
  uid: string,
  ownSubscription: SampleSubscription,
): readonly Write[] {
  const lastPaymentAt = computeLastPayment(ownSubscription as Subscription)
  const record = subscriptionRecordSchema.parse({
    subscription: {
      lastPaymentAt,
      seenPaymentAt: lastPaymentAt,
      ...ownSubscription,
      provider: getProviderId(uid),
    },
  })
  const { plan } = ownSubscription
  return [
    {
      set: `subscriptions/${uid}`,
      fields: { ...record, dueAt: getDueAt(record) },
    },
    {
      set: checkoutPath(getProviderId(uid)),
      fields: { uid, customId: uid, plan, source: '', createdAt: lastPaymentAt },
    },
  ]
}

export async function storeSubscription(
  firestore: Firestore,
  payPalUrl: string,
  { uid, email }: { readonly uid: string; readonly email: string },
  ownSubscription: SampleSubscription,
): Promise<void> {
  const writes = buildSubscriptionWrites(uid, ownSubscription)
  const [{ fields }] = writes as [Extract<Write, { set: string }>]
  const { subscription } = subscriptionRecordSchema.parse(fields)
  const response = await fetch(`${payPalUrl}/local/import`, {
    method: 'POST',
    body: JSON.stringify(toPayPalSubscription(uid, email, subscription!)),
  })
  if (!response.ok)
    throw new Error(`The PayPal fake refused the subscription: ${await response.text()}`)
  const stored = await firestore.commit(writes)
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}
