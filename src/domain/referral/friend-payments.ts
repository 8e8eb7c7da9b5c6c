/** Determines when a friend's own payments earn the credit. Amounts are in minor units. */
import { earningTotal } from './limits.ts'

/** A friend's payment at PayPal. `kept` is the part that PayPal hasn't returned. */
export type FriendPayment = { readonly at: Date; readonly kept: number }

/** Returns the payment with which a friend's payments reach the total for the credit; null if they haven't. */
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
