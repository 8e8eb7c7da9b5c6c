/** Returns the same day and time (UTC) in a later month, or the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const later = new Date(instant)
  later.setUTCMonth(later.getUTCMonth() + months)
  // A day that the month doesn't have has rolled over into the next month.
  if (later.getUTCDate() !== instant.getUTCDate()) later.setUTCDate(0)
  return later
}
