/** Days are those of the publication's time zone, so all editors see the same. */
import { addDays, type CalendarDay, getCalendarHour, getInstant } from '../time-zone.ts'

/** `until` is the day after the last. */
export type Days = { readonly from: CalendarDay; readonly until: CalendarDay }

/** Whole days before today, and as many before these. */
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
  /** The hour that clocks show, from 0. */
  readonly hour: number
  /** How much of it is over, from 0 to 1. */
  readonly hourPart: number
  /** When clocks showed the same time yesterday. */
  readonly sameTimeYesterday: Date
}

const millisecondsPerHour = 60 * 60 * 1000

export function getClock(now: Date, timeZone: string): Clock {
  const { day: today, hour } = getCalendarHour(now, timeZone)
  const yesterday = addDays(today, -1)
  const sinceHour = now.getTime() - getInstant(today, hour, timeZone).getTime()
  // Where clocks go back, an hour is repeated.
  const passed = (sinceHour + millisecondsPerHour) % millisecondsPerHour
  return {
    today,
    yesterday,
    hour,
    hourPart: passed / millisecondsPerHour,
    sameTimeYesterday: new Date(getInstant(yesterday, hour, timeZone).getTime() + passed),
  }
}

/**
 * Yesterday's count by this time of day. The hour that isn't over counts by the part of it that is, because counts are
 * stored by the hour.
 */
export function countUntil(
  { hour, hourPart }: Pick<Clock, 'hour' | 'hourPart'>,
  countsByHour: ReadonlyMap<number, number>,
): number {
  let sum = 0
  for (const [counted, value] of countsByHour) {
    if (counted < hour) sum += value
    else if (counted === hour) sum += value * hourPart
  }
  return Math.round(sum)
}

export function listDays({ from, until }: Days): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
