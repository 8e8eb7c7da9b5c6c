/**
 * Reads from PayPal the payments of a friend who has subscribed through a referral link, however often the friend has
 * changed plans.
 */

import type { OutboxItemOf } from '../../src/domain/outbox/outbox-item.ts'
import type { FriendPayment } from '../../src/domain/referral/friend-payments.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { isEndedAtPayPal } from '../../src/domain/subscription/desired-status.ts'
import type { PayPalSubscriptionDetails } from '../platform/adapters/paypal.ts'
import type { PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import type { ChangeFailure } from '../subscription/change-subscription.ts'
import { readReturnedParts } from '../subscription/returned-parts.ts'
import { type Checkout, checkoutSchema, findCheckout } from '../subscription/stored-checkout.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'

type Payer = PayPalSubscriptionDetails['payer']

type FriendSubscription = {
  readonly payer: Payer
  readonly payments: readonly (FriendPayment & { readonly id: string; readonly payer: Payer })[]
  /** Whether PayPal may collect another payment. */
  readonly isRunning: boolean
}

/** `isRunning` is about the checked subscription. Another subscription's first payment adds a separate check. */
export type Friend = Pick<FriendSubscription, 'payments' | 'isRunning'> & {
  readonly checkout: Checkout
  /** PayPal's ids for the subscriptions, the checked one first. */
  readonly providers: readonly string[]
  /** The payers of each subscription. */
  readonly payers: readonly Payer[]
}

type Returned = (payment: string) => { readonly amount: number }

/**
 * Null if the account has been deleted, because only its checkouts contain the ids of its subscriptions. Fails with
 * `notFound` until PayPal lists the payments. Costs two calls to PayPal for each subscription.
 */
export async function readFriend(
  deps: SubscriptionDeps,
  { provider: payPalSubscription, code }: Pick<OutboxItemOf<'referralCheck'>, 'provider' | 'code'>,
): Promise<Result<Friend | null, ChangeFailure>> {
  const { firestore } = deps
  const checkout = await findCheckout(firestore, payPalSubscription)
  if (!checkout.ok) return checkout
  if (!checkout.value) return succeed(null)
  const { uid } = checkout.value
  const listed = await listPayPalSubscriptions(deps, uid, code)
  if (!listed.ok) return listed
  const returned = await readReturnedParts(firestore, uid)
  if (!returned.ok) return returned
  const payPalSubscriptions = [...new Set([payPalSubscription, ...listed.value])]
  const subscriptions: FriendSubscription[] = []
  for (const id of payPalSubscriptions) {
    const subscription = await readSubscription(deps, id, returned.value)
    if (!subscription.ok) return subscription
    subscriptions.push(subscription.value)
  }
  return succeed({
    checkout: checkout.value,
    providers: payPalSubscriptions,
    payers: subscriptions.map(({ payer }) => payer),
    payments: subscriptions.flatMap(({ payments }, index) =>
      index === 0 && checkout.value?.refusedFor ? [] : payments,
    ),
    isRunning: subscriptions[0]!.isRunning,
  })
}

const capturedStatuses = new Set(['COMPLETED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

async function readSubscription(
  { paypal, now }: SubscriptionDeps,
  id: string,
  returned: Returned,
): Promise<Result<FriendSubscription, ChangeFailure>> {
  const found = await paypal.find(id)
  if (!found.ok) return found
  const listed = await paypal.transactions(id, new Date(0), now())
  if (!listed.ok) return listed
  const { payer, payPalState } = found.value
  const captured = listed.value.filter(({ status }) => capturedStatuses.has(status))
  // PayPal lists a payment with a delay.
  if (captured.length === 0 && payPalState.lastPaymentAt) return fail({ kind: 'notFound' })
  const payments = captured.map((one) => ({
    id: one.id,
    at: one.at,
    kept: countKept(one, returned),
    payer,
  }))
  return succeed({ payer, payments, isRunning: !isEndedAtPayPal(payPalState.status) })
}

/** PayPal doesn't report how much of a payment was refunded. Unless we made the refund, none of the payment counts. */
function countKept({ id, gross, status }: PayPalTransaction, returned: Returned): number {
  if (status === 'REFUNDED') return 0
  const amount = returned(id).amount
  return status === 'PARTIALLY_REFUNDED' && amount === 0 ? 0 : gross.minorUnits - amount
}

/** The maximum number of purchases that are read, which is more than any reader makes. */
const maxCheckouts = 50

/**
 * A purchase without an expiry has been paid for, or approved for later. A refused purchase is refunded sooner or
 * later.
 */
async function listPayPalSubscriptions(
  { firestore }: SubscriptionDeps,
  uid: string,
  code: string,
): Promise<Result<readonly string[], ChangeFailure>> {
  const found = await firestore.query({
    collection: 'checkouts',
    where: [{ field: 'uid', is: 'EQUAL', value: uid }],
    limit: maxCheckouts,
  })
  if (!found.ok) return found
  const own = found.value.documents.filter(({ fields }) => {
    const { data } = checkoutSchema.safeParse(fields)
    return data?.referral === code && data.expiresAt === null && data.refusedFor === null
  })
  return succeed(own.map(({ id }) => id))
}
