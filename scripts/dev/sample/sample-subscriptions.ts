/** Creates subscriptions at once, in the database and the PayPal fake. */
import type { Firestore, Write } from '../../../functions/platform/adapters/firestore.ts'
import { checkoutPath } from '../../../functions/subscription/stored-checkout.ts'
import { minute } from '../../../src/domain/duration.ts'
import { getDesiredStatus } from '../../../src/domain/subscription/desired-status.ts'
import { getDueDate } from '../../../src/domain/subscription/due-dates.ts'
import { nextDue } from '../../../src/domain/subscription/next-due.ts'
import {
  type Subscription,
  type SubscriptionInput,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../../src/domain/subscription/subscription.ts'
import type { ImportedSubscription } from '../fakes/paypal/ledger-records.ts'
import { payPalPlanIds, payPalPlans } from '../fakes/paypal/paypal-plans.ts'

type WithoutProvider<State> = State extends unknown ? Omit<State, 'provider'> : never

/** A subscription without its derived fields. The last payment is the payment for the period until `paidThrough`. */
export type SampleSubscription = WithoutProvider<SubscriptionInput> &
  Partial<Pick<SubscriptionRecord, 'bank' | 'offerAcceptedAt'>> & {
    /** PayPal has charged a second payment for the current period, shortly before the one that counts. */
    readonly isChargedTwice?: boolean
  }

export const getProviderId = (uid: string) => `I-${uid.toUpperCase()}`.slice(0, 50)
/** PayPal's id of the last payment. */
export const getPaymentId = (uid: string) => getProviderId(uid).replace('I-', 'S-')

export function createSampleRecord(
  uid: string,
  { bank = [], offerAcceptedAt = null, isChargedTwice: _, ...own }: SampleSubscription,
): SubscriptionRecord {
  const lastPaymentAt = getDueDate({ ...own, anchor: own.anchor ?? null }, -1)
  const record = subscriptionRecordSchema.parse({
    subscription: {
      lastPaymentAt,
      seenPaymentAt: lastPaymentAt,
      ...own,
      provider: getProviderId(uid),
    },
    bank,
    offerAcceptedAt,
  })
  return { ...record, dueAt: nextDue(record)?.at ?? null }
}

/** A missing payment was skipped by PayPal, which bills the next one. */
function findNextBilling(subscription: Subscription): Date | null {
  if (subscription.state === 'ended') return null
  const isSkipped = subscription.state === 'paymentFailed' && subscription.cause === 'missing'
  return getDueDate(subscription, isSkipped ? 1 : 0)
}

export function toPayPalSubscription(
  uid: string,
  email: string,
  record: SubscriptionRecord,
  isChargedTwice = false,
): ImportedSubscription {
  const subscription = record.subscription!
  const { provider, plan, lastPaymentAt, paidThrough } = subscription
  const planId = payPalPlanIds[plan]
  const { value } = payPalPlans[planId]!
  const createdAt = (lastPaymentAt ?? paidThrough).toISOString()
  const hasFailed = subscription.state === 'paymentFailed' && subscription.cause === 'declined'
  const lastPayment = lastPaymentAt && { at: lastPaymentAt.toISOString(), value }
  const id = getPaymentId(uid)
  const createPayment = (payment: string, at: Date) => ({
    ...{ id: payment, subscription: provider, order: null },
    ...{ at: at.toISOString(), value, status: 'COMPLETED' as const },
  })
  return {
    subscription: {
      id: provider,
      planId,
      customId: uid,
      status: getDesiredStatus(record) ?? 'ACTIVE',
      statusChangedAt: createdAt,
      createdAt,
      startsAt: null,
      returnUrl: '',
      cancelUrl: '',
      payer: { email, givenName: '', surname: '', byCard: false },
      anchorAt: paidThrough.toISOString(),
      nextBillingAt: findNextBilling(subscription)?.toISOString() ?? null,
      cyclesCompleted: lastPayment ? 1 : 0,
      lastPayment,
      failedPayments: hasFailed ? 1 : 0,
      lastFailedAt: hasFailed ? subscription.failedAt.toISOString() : null,
    },
    payments: lastPaymentAt
      ? [
          ...(isChargedTwice
            ? [createPayment(`${id}-TWICE`, new Date(lastPaymentAt.getTime() - 20 * minute))]
            : []),
          createPayment(id, lastPaymentAt),
        ]
      : [],
    disputes: subscription.state === 'disputed' ? subscription.disputes.map(({ id }) => id) : [],
  }
}

function buildSubscriptionWrites(uid: string, record: SubscriptionRecord): readonly Write[] {
  const { plan, lastPaymentAt, paidThrough, provider } = record.subscription!
  const createdAt = lastPaymentAt ?? paidThrough
  return [
    { set: `subscriptions/${uid}`, fields: record },
    {
      set: checkoutPath(provider),
      fields: { uid, customId: uid, plan, source: '', createdAt },
    },
  ]
}

export async function storeSubscription(
  firestore: Firestore,
  payPalUrl: string,
  { uid, email }: { readonly uid: string; readonly email: string },
  ownSubscription: SampleSubscription,
): Promise<void> {
  const record = createSampleRecord(uid, ownSubscription)
  const response = await fetch(`${payPalUrl}/local/import`, {
    method: 'POST',
    body: JSON.stringify(
      toPayPalSubscription(uid, email, record, ownSubscription.isChargedTwice ?? false),
    ),
  })
  if (!response.ok)
    throw new Error(`The PayPal fake refused the subscription: ${await response.text()}`)
  const stored = await firestore.commit(buildSubscriptionWrites(uid, record))
  if (!stored.ok) throw new Error(JSON.stringify(stored.failure))
}
