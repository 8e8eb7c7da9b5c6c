/**
 * So many months later at the same time of day; where that month is shorter, on its last day. Days are
 * those of UTC.
 */
export function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant)
  moved.setUTCMonth(moved.getUTCMonth() + months, 1)
  const lastDay = new Date(
    Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0),
  ).getUTCDate()
  moved.setUTCDate(Math.min(instant.getUTCDate(), lastDay))
  return moved
}
