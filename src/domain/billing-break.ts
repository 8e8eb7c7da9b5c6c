/** When billing goes on that is made to stand still. Free of zod, because browsers say it beforehand. */
import { addMonths } from './month.ts'
import type { PauseMonths } from './subscription-steps.ts'

const later = (one: Date, other: Date) => (other > one ? other : one)

/** The free month follows what is paid, or begins at once where that is over. */
export function freeMonthEnds(paidThrough: Date, now: Date): Date {
  return addMonths(later(now, paidThrough), 1)
}

/** So does a pause, and it takes nothing away from a free month: `heldUntil` is that one's end. */
export function pauseEnds(
  { paidThrough, heldUntil }: { readonly paidThrough: Date; readonly heldUntil: Date | null },
  months: PauseMonths,
  now: Date,
): Date {
  return addMonths(later(heldUntil ?? now, paidThrough), months)
}
