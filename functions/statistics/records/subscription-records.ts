/** Creates the records of a change to a subscription, and of refunds of its payments. */

import { z } from 'zod'
import { type Result, succeed } from '../../../src/domain/result.ts'
import {
  type Attribution,
  storedAttributionSchema,
} from '../../../src/domain/statistics/attribution.ts'
import { describeSubscriptionTransitions } from '../../../src/domain/statistics/subscription-transitions.ts'
import type { RecordedTransition } from '../../../src/domain/statistics/transition-record.ts'
import { isReplacedByOther } from '../../../src/domain/subscription/paid-periods.ts'
import { planIds } from '../../../src/domain/subscription/plan.ts'
import { getSoldPrice } from '../../../src/domain/subscription/sold.ts'
import type { SubscriptionRecord } from '../../../src/domain/subscription/subscription.ts'
import type {
  EventOf,
  SubscriptionEvent,
} from '../../../src/domain/subscription/subscription-event.ts'
import type { Firestore, FirestoreFailure, Write } from '../../platform/adapters/firestore.ts'
import { createRecordWrites } from './create-record-writes.ts'

type Change = {
  /** The path of the subscription's record, `subscriptions/{uid}`. */
  readonly path: string
  readonly before: SubscriptionRecord | null
  /** Null if the subscription doesn't change: the event may still be about a payment. */
  readonly after: SubscriptionRecord | null
  readonly event: SubscriptionEvent
  readonly isByOperator: boolean
  readonly at: Date
}

/** Costs a database read for each recorded change, and a query for each refund. */
export async function createSubscriptionRecordWrites(
  firestore: Pick<Firestore, 'get' | 'query'>,
  { path, before, after, event, isByOperator, at }: Change,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const cause = { event, isByOperator, at }
  const transitions = after ? describeSubscriptionTransitions(before, after, cause) : []
  const isRefund = event.kind === 'refunded' && !isPaidByOther(before, event)
  const refunds = isRefund ? await findRefund(firestore, path, before, event, at) : succeed([])
  if (!refunds.ok) return refunds
  const payPalSubscription =
    event.kind === 'refunded' ? event.provider : after?.subscription?.provider
  const recorded = [...transitions, ...refunds.value]
  if (recorded.length === 0 || !payPalSubscription) return succeed([])
  const attribution = await readCheckoutAttribution(firestore, payPalSubscription)
  return attribution.ok
    ? succeed(await createRecordWrites(recorded, attribution.value))
    : attribution
}

const checkoutSchema = z.object({ attribution: storedAttributionSchema })

async function readCheckoutAttribution(
  firestore: Pick<Firestore, 'get'>,
  payPalSubscription: string,
): Promise<Result<Attribution | null, FirestoreFailure>> {
  const stored = await firestore.get(`checkouts/${encodeURIComponent(payPalSubscription)}`)
  if (!stored.ok) return stored
  return succeed(checkoutSchema.safeParse(stored.value?.fields).data?.attribution ?? null)
}

const paymentSchema = z.object({
  provider: z.string(),
  plan: z.enum(planIds),
  paymentAt: z.date(),
})

/**
 * Whether a payment other than the returned one now pays for the period. The returned payment was already counted, and
 * the other one wasn't.
 */
const isPaidByOther = (before: SubscriptionRecord | null, event: EventOf<'refunded'>) =>
  before?.subscription != null && isReplacedByOther(before.subscription, event)

/** PayPal's list of payments may differ from the subscription by up to this time. */
const minute = 60 * 1000

/**
 * Finds the refund of a payment that the history contains, even after the subscription has ended. A payment that wasn't
 * due isn't in the history.
 */
async function findRefund(
  firestore: Pick<Firestore, 'query'>,
  path: string,
  before: SubscriptionRecord | null,
  { provider: payPalSubscription, paymentAt, payment: paymentId = '' }: EventOf<'refunded'>,
  at: Date,
): Promise<Result<readonly RecordedTransition[], FirestoreFailure>> {
  const field = 'paymentAt'
  const found = await firestore.query({
    collection: 'history',
    parent: path,
    where: [
      { field, is: 'GREATER_THAN_OR_EQUAL', value: new Date(paymentAt.getTime() - minute) },
      { field, is: 'LESS_THAN_OR_EQUAL', value: new Date(paymentAt.getTime() + minute) },
    ],
    orderBy: field,
  })
  if (!found.ok) return found
  const payment = found.value.documents
    .flatMap(({ fields }) => paymentSchema.safeParse(fields).data ?? [])
    .find((one) => one.provider === payPalSubscription)
  if (!payment) return succeed([])
  const { plan } = payment
  const current = before?.subscription?.provider === payPalSubscription ? before.subscription : null
  return succeed([
    {
      kind: 'refunded',
      key: `${payPalSubscription} ${payment.paymentAt.getTime()}`,
      at,
      plan,
      amount: getSoldPrice(current ?? { plan, sold: null }),
      reason: current?.state === 'disputed' ? 'disputed' : '',
      subscription: payPalSubscription,
      payment: paymentId,
    },
  ])
}
