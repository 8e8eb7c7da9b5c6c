import { getDeliveryDays, getDeliveryTime } from '../../domain/gift/delivery-day.ts'
import { parseCalendarDay } from '../../domain/time-zone.ts'
import { findDayProblem } from './gift-fields.ts'
import { formatDeliveryTime } from './gift-text.ts'

/** Describes when the card is sent, also in the buyer's own time if that differs. */
export function describeDelivery(input: string, now: Date, timeZone: string): string {
  const day = findDayProblem(input, now, timeZone) ? null : parseCalendarDay(input)
  if (!day) return `We’ll send it in the morning, ${formatHour(now, timeZone)}.`
  const at = getDeliveryTime(day, timeZone)
  if (at < now) return 'We’ll send it as soon as you’ve paid.'
  const own = formatDayAndTime(at)
  const isElsewhere = own !== formatDayAndTime(at, timeZone)
  return `${formatDeliveryTime(at, timeZone)}${isElsewhere ? ` (${own} for you)` : ''}.`
}

/** Formats a time in the buyer's own time zone, unless another is passed. */
function formatDayAndTime(at: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(at)
}

/** Returns a text such as “at 09:00 in Colombo”. */
function formatHour(now: Date, timeZone: string): string {
  const [, hour] = formatDeliveryTime(
    getDeliveryTime(getDeliveryDays(now, timeZone).first, timeZone),
    timeZone,
  ).split(' at ')
  return `at ${hour}`
}
