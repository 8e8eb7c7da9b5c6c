/** Delivery days of gifts, without zod, because browsers load this file. */
import { addDays, type CalendarDay, getCalendarDay, getInstant } from '../time-zone.ts'

/**
 * Options on the form: the card is emailed once the gift is paid for, or on a chosen day, or the buyer hands it over.
 */
export const giftDeliveries = ['now', 'day', 'self'] as const
export type GiftDelivery = (typeof giftDeliveries)[number]

const deliveryHour = 9

const maxDaysAhead = 365

/** Returns the first and last day that a buyer can choose, in the publication's time zone. */
export function getDeliveryDays(now: Date, timeZone: string) {
  const first = getCalendarDay(now, timeZone)
  return { first, last: addDays(first, maxDaysAhead) }
}

export function isDeliveryDay(day: CalendarDay, now: Date, timeZone: string): boolean {
  const { first, last } = getDeliveryDays(now, timeZone)
  return day >= first && day <= last
}

/** Returns a time in the morning of that day. If that has already passed today, the card is sent immediately. */
export const getDeliveryTime = (day: CalendarDay, timeZone: string) =>
  getInstant(day, deliveryHour, timeZone)
