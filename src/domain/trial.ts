/** Days for which a new subscription costs nothing. None: readers pay from the first day. */
export const trialDays: number = 0

const day = 24 * 60 * 60 * 1000

/** When a subscription that begins at `now` bills first; null for at once. */
export function firstBilling(now: Date, days = trialDays): Date | null {
  return days > 0 ? new Date(now.getTime() + days * day) : null
}
