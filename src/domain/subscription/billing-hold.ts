/** Free of zod, because browsers load this file. */
import { addMonths } from '../month.ts'
import type { PauseMonths } from './subscription-steps.ts'

const pickLater = (one: Date, other: Date) => (other > one ? other : one)

/** Starts after the paid period, or now if that has ended. */
export function getFreeMonthEnd(paidThrough: Date, now: Date): Date {
  return addMonths(pickLater(now, paidThrough), 1)
}

/** Starts like a free month, and after one if `heldUntil` is set. */
export function getPauseEnd(
  { paidThrough, heldUntil }: { readonly paidThrough: Date; readonly heldUntil: Date | null },
  months: PauseMonths,
  now: Date,
): Date {
  return addMonths(pickLater(heldUntil ?? now, paidThrough), months)
}
