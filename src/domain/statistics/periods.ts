/** Periods in the publication's time zone, so that all editors see the same days. */
import { addDays, type CalendarDay, getCalendarHour, getInstant } from '../time-zone.ts'

/** `until` is the day after the last. */
export type Days = { readonly from: CalendarDay; readonly until: CalendarDay }

/** Whole days before today, and the same number of days before that. */
export type Period = { readonly days: Days; readonly before: Days }

export function getPeriod(today: CalendarDay, length: number): Period {
  const from = addDays(today, -length)
  return {
    days: { from, until: today },
    before: { from: addDays(today, -2 * length), until: from },
  }
}

export type Clock = {
  readonly today: CalendarDay
  readonly yesterday: CalendarDay
  /** The hour shown on clocks, counted from 0. */
  readonly hour: number
  /** The part of the hour that has passed, from 0 to 1. */
  readonly hourPart: number
  /** When clocks showed the same time yesterday. */
  readonly sameTimeYesterday: Date
}

const millisecondsPerHour = 60 * 60 * 1000

export function getClock(now: Date, timeZone: string): Clock {
  const { day: today, hour } = getCalendarHour(now, timeZone)
  const yesterday = addDays(today, -1)
  const sinceHour = now.getTime() - getInstant(today, hour, timeZone).getTime()
  // When clocks go back, an hour is repeated.
  const passed = (sinceHour + millisecondsPerHour) % millisecondsPerHour
  return {
    today,
    yesterday,
    hour,
    hourPart: passed / millisecondsPerHour,
    sameTimeYesterday: new Date(getInstant(yesterday, hour, timeZone).getTime() + passed),
  }
}

export function listDays({ from, until }: Days): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}

const getMonthStart = (day: CalendarDay) => addDays(day, 1 - Number(day.slice(8)))

/** Returns the last `count` months as `2026-11`, oldest first, and their days until today. */
export function getMonths(
  today: CalendarDay,
  count: number,
): { readonly months: readonly string[]; readonly days: Days } {
  let from = getMonthStart(today)
  const months = [from.slice(0, 7)]
  while (months.length < count) {
    from = getMonthStart(addDays(from, -1))
    months.unshift(from.slice(0, 7))
  }
  return { months, days: { from, until: addDays(today, 1) } }
}
