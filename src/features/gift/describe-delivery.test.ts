import { expect, it } from 'vitest'
import { describeDelivery } from './describe-delivery.ts'

/** 15:30 in Colombo. */
const now = new Date('2026-11-23T10:00:00Z')

it.each([
  ['2026-11-28', /^Saturday 28 November 2026 at 09:00 in Colombo/],
  // The hour of delivery has passed, but not the day.
  ['2026-11-23', /^We’ll send it as soon as you’ve paid\.$/],
  ['2026-11-22', /^We’ll send it in the morning, at 09:00 in Colombo\.$/],
  ['2027-11-24', /^We’ll send it in the morning/],
  ['', /^We’ll send it in the morning/],
])('the hint for the delivery day %s doesn’t contradict the field’s error', (day, text) => {
  expect(describeDelivery(day, now, 'Asia/Colombo')).toMatch(text)
})
