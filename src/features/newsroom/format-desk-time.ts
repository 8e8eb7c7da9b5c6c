import { addDays, type CalendarDay, getCalendarDay } from '../../domain/time-zone.ts'
import { site } from '../../publication/identity.ts'

const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: site.timeZone, ...options })

const clock = createFormat({ timeStyle: 'short' })
const nearDay = createFormat({ weekday: 'short', day: 'numeric', month: 'short' })
const farDay = createFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const longDay = createFormat({ weekday: 'long', day: 'numeric', month: 'long' })

const getDay = (instant: Date) => getCalendarDay(instant, site.timeZone)

/** Within this many days of today, a day's name includes its weekday. */
const nearDays = 120

function nameDay(instant: Date, today: CalendarDay): string {
  const day = getDay(instant)
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  if (day === addDays(today, 1)) return 'Tomorrow'
  const isNear = day > addDays(today, -nearDays) && day < addDays(today, nearDays)
  return (isNear ? nearDay : farDay).format(instant)
}

/** Returns a time such as “Yesterday, 14:05”, in the publication's time zone. */
export const formatDeskTime = (instant: Date, now: Date): string =>
  `${nameDay(instant, getDay(now))}, ${clock.format(instant)}`

/** Returns a day such as “Monday 30 November”. */
export function formatToday(now: Date): string {
  const [weekday, ...day] = longDay.format(now).split(' ')
  // Non-breaking spaces keep the day on one line.
  return `${weekday} ${day.join('\u00a0')}`
}

export const formatClock = (now: Date): string => clock.format(now)

/** The city of the publication's time zone. */
export const zoneName = site.timeZone.split('/').at(-1)!.replaceAll('_', ' ')
