/** The same day and time (UTC) in a later month, or the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const result = new Date(instant)
  result.setUTCMonth(result.getUTCMonth() + months, 1)
  const lastDay = new Date(
    Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0),
  ).getUTCDate()
  result.setUTCDate(Math.min(instant.getUTCDate(), lastDay))
  return result
}
