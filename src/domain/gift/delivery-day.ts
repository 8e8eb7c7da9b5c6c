/** Free of zod, because browsers load this file. */
import { addDays, type CalendarDay, getCalendarDay, getInstant } from '../time-zone.ts'

/** The card is emailed once the gift is paid, or on a chosen day, or the buyer gives it. The words of the form. */
export const giftDeliveries = ['now', 'day', 'self'] as const
export type GiftDelivery = (typeof giftDeliveries)[number]

const deliveryHour = 9

const maxDaysAhead = 365

/** The first and last day that a buyer can choose, in the publication's time zone. */
export function getDeliveryDays(now: Date, timeZone: string) {
  const first = getCalendarDay(now, timeZone)
  return { first, last: addDays(first, maxDaysAhead) }
}

export function isDeliveryDay(day: CalendarDay, now: Date, timeZone: string): boolean {
  const { first, last } = getDeliveryDays(now, timeZone)
  return day >= first && day <= last
}

/** Sends cards in the morning of that day; one for today is sent at once when that has passed. */
export const getDeliveryTime = (day: CalendarDay, timeZone: string) =>
  getInstant(day, deliveryHour, timeZone)
