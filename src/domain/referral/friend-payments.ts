/** Finds when a friend's own payments earn the credit. Amounts are in minor units. */
import { earningTotal } from './limits.ts'

/** A payment of a friend's at PayPal. `kept`: what PayPal hasn't returned of it. */
export type FriendPayment = { readonly at: Date; readonly kept: number }

/** The payment with which a friend's payments have reached what earns the credit; null if they haven't. */
export function findDecisivePayment<Payment extends FriendPayment>(
  payments: readonly Payment[],
): Payment | null {
  let total = 0
  const byTime = payments.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const decisive = byTime.find(({ kept }) => {
    total += kept
    return total >= earningTotal
  })
  return decisive ?? null
}
