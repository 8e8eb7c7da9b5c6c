/** What a payment means for credit: the payer's own is used, and the payer's referrer may earn some. */
import { summariseLedger } from '../../src/domain/referral/ledger.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  createOutboxItem,
  getReferralCheckPath,
  getUseCreditPath,
} from '../../src/domain/subscription/outbox-item.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription/subscription.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import { readReferral } from './referral-record.ts'

/** Has PayPal's state of a friend's payment checked. `disputed`: the id of a disputed payment. */
export function createReferralCheckWrite(
  { provider, code, disputed = null }: { provider: string; code: string; disputed?: string | null },
  at: Date,
): Write {
  const item = createOutboxItem({ kind: 'referralCheck', provider, code, disputed }, at)
  return { set: getReferralCheckPath(provider, disputed ? 'disputed' : 'paid'), fields: item }
}

/**
 * For the commit that records a payment. Costs a database read for each payment, and one more for the
 * first of a subscription.
 */
export async function createCreditWrites(
  firestore: Firestore,
  uid: string,
  before: SubscriptionRecord | null,
  { subscription }: SubscriptionRecord,
  at: Date,
): Promise<Result<readonly Write[], FirestoreFailure | { readonly kind: 'malformed' }>> {
  const previous = before?.subscription ?? null
  if (!subscription?.lastPaymentAt) return succeed([])
  const { provider, lastPaymentAt } = subscription
  const isSameSubscription = previous?.provider === provider
  if (isSameSubscription && previous.lastPaymentAt?.getTime() === lastPaymentAt.getTime())
    return succeed([])
  const referral = await readReferral(firestore, uid)
  if (!referral.ok && referral.failure.kind !== 'malformed') return referral
  // A malformed ledger must not keep a payment from being recorded.
  const mayHaveCredit =
    !referral.ok || (referral.value && summariseLedger(referral.value.ledger).available > 0)
  const writes: Write[] = []
  if (mayHaveCredit) {
    const item = createOutboxItem(
      { kind: 'useCredit', uid, provider, paymentAt: lastPaymentAt },
      at,
    )
    writes.push({ set: getUseCreditPath(provider, lastPaymentAt), fields: item })
  }
  const isFirstEver = previous === null || (isSameSubscription && previous.lastPaymentAt === null)
  if (!isFirstEver) return succeed(writes)
  const checkout = await findCheckout(firestore, provider)
  if (!checkout.ok) return checkout as Result<never, FirestoreFailure>
  const code = checkout.value?.referral
  return succeed(code ? [...writes, createReferralCheckWrite({ provider, code }, at)] : writes)
}
