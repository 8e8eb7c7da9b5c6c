/** PayPal's billing dates, which depend on a subscription's start, never on its payments. */
import { addMonths } from '../../../../src/domain/month.ts'

/** Formats a date as “2026-03-01”, which is the Swedish form. */
const americanDate = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Los_Angeles',
  dateStyle: 'short',
})

/** PayPal bills a day's subscriptions from this hour (UTC) on. */
const billingHour = 10

/** Returns when PayPal bills payments due on an instant's American date, which may be before the instant. */
export function toBillingTime(instant: Date): Date {
  const midnight = new Date(`${americanDate.format(instant)}T00:00:00Z`)
  return new Date(midnight.getTime() + billingHour * 60 * 60 * 1000)
}

/** Returns the first date of the schedule after the American date of `due`. `months`: the length of a cycle. */
export function findNextBillingTime(anchor: Date, months: number, due: Date): Date {
  const first = toBillingTime(anchor)
  const dueTime = toBillingTime(due)
  const monthsBetween =
    (dueTime.getUTCFullYear() - first.getUTCFullYear()) * 12 +
    (dueTime.getUTCMonth() - first.getUTCMonth())
  // The cycle that contains `due`, or the one before.
  let cycle = Math.max(0, Math.floor(monthsBetween / months))
  while (addMonths(first, cycle * months) <= dueTime) cycle++
  return addMonths(first, cycle * months)
}
