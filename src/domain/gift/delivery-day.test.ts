import { expect, it } from 'vitest'
import { parseCalendarDay } from '../time-zone.ts'
import { getDeliveryDays, getDeliveryTime, isDeliveryDay } from './delivery-day.ts'

const zone = 'Asia/Colombo'
// In Colombo, it's already the 24th.
const now = new Date('2026-11-23T20:00:00Z')

it('a delivery day is between today, in the publication’s time zone, and a year from now', () => {
  expect(getDeliveryDays(now, zone)).toEqual({ first: '2026-11-24', last: '2027-11-24' })
  const isPossible = (day: string) => isDeliveryDay(parseCalendarDay(day)!, now, zone)
  const days = ['2026-11-23', '2026-11-24', '2027-11-24', '2027-11-25']
  expect(days.filter(isPossible)).toEqual(['2026-11-24', '2027-11-24'])
})

it('a delivery is at nine on its day', () => {
  const time = getDeliveryTime(parseCalendarDay('2028-02-29')!, zone)
  expect(time.toISOString()).toBe('2028-02-29T03:30:00.000Z')
})
