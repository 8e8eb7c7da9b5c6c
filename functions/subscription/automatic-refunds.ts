/**
 * Limits automatic refunds, because PayPal keeps its fee for each refunded payment, and somebody who causes many would
 * cost us money.
 */
import { fail, succeed } from '../../src/domain/result.ts'
import {
  automaticRefundPeriod,
  maxAutomaticRefunds,
} from '../../src/domain/subscription/purchase-limits.ts'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { Write } from '../platform/adapters/firestore.ts'
import { createFreeMonthWrites, hashPaidSubscription, readFreeMonth } from './free-month.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'

/**
 * Counts the refund of a surplus subscription once for its payer and its account. Above the limit, the refund waits
 * until the limit allows it again, or for a supporter, who sees it in the site's health.
 */
export async function countAutomaticRefund(
  { firestore, now }: Pick<SubscriptionDeps, 'firestore' | 'now'>,
  payPalSubscription: string,
  { uid, payerId }: { readonly uid: string; readonly payerId: string },
) {
  const subscription = await hashPaidSubscription(payPalSubscription)
  const at = now()
  const hold = async (until: Date) => {
    const lastHeldRefund = { subscription: payPalSubscription, at }
    const held = { set: reconciliationPath, fields: { lastHeldRefund }, merge: true } as const
    const stored = await firestore.commit([held])
    return stored.ok ? fail({ kind: 'held' as const, until }) : stored
  }
  const ids = [payerId, uid === deletedAccountUid ? '' : uid].filter((id) => id !== '')
  // There is no reader or payer for whom to count the refund.
  if (ids.length === 0) return hold(new Date(at.getTime() + automaticRefundPeriod))
  const writes: Write[] = []
  for (const id of ids) {
    const known = await readFreeMonth(firestore, { id })
    if (!known.ok) return known
    const refunds = (known.value?.refunds ?? []).filter(
      (one) => at.getTime() - one.at.getTime() < automaticRefundPeriod,
    )
    if (refunds.some((one) => one.subscription === subscription)) continue
    const earliest = refunds.at(-maxAutomaticRefunds)
    if (earliest) return hold(new Date(earliest.at.getTime() + automaticRefundPeriod))
    refunds.push({ subscription, at })
    writes.push(...createFreeMonthWrites(known.value, { refunds }, at))
  }
  return writes.length > 0 ? firestore.commit(writes) : succeed(null)
}
