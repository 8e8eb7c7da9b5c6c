/** Reads payments from PayPal, because the database stores only their times. */
import { z } from 'zod'
import type { Payment } from '../../src/contracts/endpoints/payments-endpoints.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import {
  maxListedChanges,
  maxListedSubscriptions,
} from '../../src/domain/subscription/purchase-limits.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { PayPalPayments, PayPalTransaction } from '../platform/adapters/paypal-payments.ts'
import { type ChangeFailure, subscriptionPath } from './change-subscription.ts'
import { type ReturnedParts, readReturnedParts } from './returned-parts.ts'
import { findCheckout } from './stored-checkout.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { type HistoryEntry, historyEntrySchema } from './subscription-history.ts'

const paymentStates: Readonly<Record<string, Payment['state']>> = {
  COMPLETED: 'paid',
  PENDING: 'pending',
  DECLINED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partlyRefunded',
}

type PaymentDeps = Pick<SubscriptionDeps, 'firestore' | 'now'> & {
  readonly paypal: Pick<PayPalPayments, 'transactions'>
}

export type FoundPayment = {
  readonly payPalSubscription: string
  readonly transaction: PayPalTransaction
  readonly returned: ReturnedParts
  /** The payment as shown on the reader's page. */
  readonly payment: Payment
}

export type FoundPayments = {
  /** Oldest first. */
  readonly payments: readonly FoundPayment[]
  readonly history: readonly HistoryEntry[]
}

/** Finds the payments of all of the reader's subscriptions, including surplus and replaced ones. */
export async function findPayments(
  deps: PaymentDeps,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Result<FoundPayments, ChangeFailure>> {
  const history = await readHistory(deps, uid)
  if (!history.ok) return history
  const findReturnedParts = await readReturnedParts(deps.firestore, uid)
  if (!findReturnedParts.ok) return findReturnedParts
  const payments: FoundPayment[] = []
  for (const payPalSubscription of listPayPalSubscriptions(record, history.value)) {
    const found = await findPlanPayments(deps, payPalSubscription, history.value, record)
    if (!found.ok) return found
    for (const { plan, transaction } of found.value) {
      const returned = findReturnedParts.value(transaction.id)
      const payment = toPayment(transaction, plan, returned)
      payments.push({ payPalSubscription, transaction, returned, payment })
    }
  }
  payments.sort((one, other) => one.transaction.at.getTime() - other.transaction.at.getTime())
  return succeed({ payments, history: history.value })
}

export async function readHistory(
  { firestore }: Pick<PaymentDeps, 'firestore'>,
  uid: string,
): Promise<Result<readonly HistoryEntry[], ChangeFailure>> {
  const listed = await firestore.query({
    collection: 'history',
    parent: subscriptionPath(uid),
    orderBy: 'at',
    newestFirst: true,
    limit: maxListedChanges,
  })
  if (!listed.ok) return listed
  const documents = listed.value.documents.map(({ fields }) => fields)
  const history = z.array(historyEntrySchema).safeParse(documents)
  return history.success ? succeed(history.data) : fail({ kind: 'malformed' })
}

/** Lists the latest subscriptions, all of which were approved. */
function listPayPalSubscriptions(
  record: SubscriptionRecord | null,
  history: readonly HistoryEntry[],
): readonly string[] {
  const { subscription, replaced = [] } = record ?? {}
  const known = [
    subscription?.provider,
    subscription?.previous?.provider,
    ...replaced.map((one) => one.provider).reverse(),
    ...history.flatMap((entry) => [entry.provider, entry.surplus]),
  ]
  return [...new Set(known.filter((id) => typeof id === 'string'))].slice(0, maxListedSubscriptions)
}

async function findPlanPayments(
  { firestore, paypal, now }: PaymentDeps,
  payPalSubscription: string,
  history: readonly HistoryEntry[],
  record: SubscriptionRecord | null,
): Promise<Result<readonly { plan: PlanId; transaction: PayPalTransaction }[], ChangeFailure>> {
  const transactions = await paypal.transactions(payPalSubscription, new Date(0), now())
  if (!transactions.ok) return transactions.failure.kind === 'notFound' ? succeed([]) : transactions
  if (transactions.value.length === 0) return succeed([])
  const subscription = record?.subscription
  const current = [subscription, subscription?.previous, ...history]
  const known = current.find((one) => one?.provider === payPalSubscription)?.plan
  // For an unknown subscription, only its checkout contains the plan.
  const checkout = known ? succeed(null) : await findCheckout(firestore, payPalSubscription)
  if (!checkout.ok) return checkout
  const plan = known ?? checkout.value?.plan
  return succeed(plan ? transactions.value.map((transaction) => ({ plan, transaction })) : [])
}

/** The returned amount doesn't count as a refund, because the reader got everything that the payment was for. */
function toPayment(
  { id, at, gross, status }: PayPalTransaction,
  plan: PlanId,
  { credit, share, excess, amount }: ReturnedParts,
): Payment {
  // PayPal may add states.
  const state = paymentStates[status] ?? 'pending'
  const isWhole = state === 'refunded'
  const isReturned = isWhole ? amount >= gross.minorUnits : state === 'partlyRefunded' && amount > 0
  const refunded = isWhole && !isReturned ? gross.minorUnits - amount : 0
  const shown = { credit, share, excess, refunded, state: isReturned ? ('paid' as const) : state }
  return { id, at: at.toISOString(), plan, ...gross, ...shown }
}
