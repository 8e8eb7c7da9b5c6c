/** The same day and time (UTC) in a later month, or the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const [year, month, date] = [
    instant.getUTCFullYear(),
    instant.getUTCMonth(),
    instant.getUTCDate(),
  ]
  const timeOfDay = instant.getTime() - Date.UTC(year, month, date)
  const lastDate = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month + months, Math.min(date, lastDate)) + timeOfDay)
}
