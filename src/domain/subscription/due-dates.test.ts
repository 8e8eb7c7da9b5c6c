import { expect } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import * as dates from './due-dates.ts'
import type { PlanId } from './plan.ts'
import { formatDate, on, tell } from './testing/stories.ts'

const formatHour = (at: Date) => at.toISOString().slice(0, 13)

const create = (plan: string, anchor: string, due: string) => {
  const dates = { anchor: on(anchor), paidThrough: on(due), lastPaymentAt: on(anchor) }
  return { ...tell('active', '').record.subscription!, ...dates, plan: plan as PlanId }
}

// Columns: the instant, 10:00 UTC on its American date, and 10:00 UTC or later on the same day for a `start_time`.
eachRow(`
  2027-01-31T21:00 | 2027-01-31T10 | 2027-01-31T21
  2027-02-01T00:30 | 2027-01-31T10 | 2027-02-01T10
  2027-01-01T07:59 | 2026-12-31T10 | 2027-01-01T10
  2027-07-01T06:59 | 2027-06-30T10 | 2027-07-01T10
`)('what is due at %s is billed at %s, and a first payment at %s', (at, billedAt, startsAt) => {
  expect(formatHour(dates.toPayPalTime(on(at)))).toBe(billedAt)
  expect(formatHour(dates.toStartTime(on(at)))).toBe(startsAt)
})

// Columns: one period before the next due date, the due date itself, and two periods after it.
eachRow(`
  monthly_13 | 2027-01-28 | 2027-02-28 | 2027-01-28 2027-02-28 2027-03-28 2027-04-28
  monthly_13 | 2027-01-29 | 2027-02-28 | 2027-01-29 2027-02-28 2027-03-29 2027-04-29
  monthly_13 | 2027-01-30 | 2027-02-28 | 2027-01-30 2027-02-28 2027-03-30 2027-04-30
  monthly_13 | 2027-01-31 | 2027-02-28 | 2027-01-31 2027-02-28 2027-03-31 2027-04-30
  monthly_13 | 2027-01-31 | 2028-02-29 | 2028-01-31 2028-02-29 2028-03-31 2028-04-30
  monthly_13 | 2027-01-01 | 2027-01-31T23:00 | 2027-01-01 2027-01-31 2027-03-01 2027-04-01
  annual_99 | 2028-02-29 | 2029-02-28 | 2028-02-29 2029-02-28 2030-02-28 2031-02-28
  annual_99 | 2028-02-29 | 2031-02-28 | 2030-02-28 2031-02-28 2032-02-29 2033-02-28
`)('%s since %s, due on %s: %s', (plan, anchor, due, expected) => {
  const next = [-1, 0, 1, 2].map((count) => dates.getDueDate(create(plan, anchor, due), count))
  expect(next.map(formatDate).join(' ')).toBe(expected)
})

// A payment counts from four days before a due date until four days before the next one. The last column is whether
// PayPal may be billing.
eachRow(`
  monthly_13 | 2027-01-27T11:59 | -2 false
  monthly_13 | 2027-02-24T11:59 | -1 false
  monthly_13 | 2027-02-24T12:00 | 0 false
  monthly_13 | 2027-02-26T12:00 | 0 true
  monthly_13 | 2027-03-27T11:59 | 0 true
  monthly_13 | 2027-03-27T12:00 | 1 true
  annual_99 | 2028-01-27T12:00 | 1 true
`)('%s, due on 28 February 2027: a payment on %s is for %s', (plan, at, expected) => {
  const subscription = create(plan, '2027-01-31', '2027-02-28')
  const period = dates.findPaidPeriod(subscription, on(at))
  expect(`${period} ${dates.isBillingNear(subscription, on(at))}`).toBe(expected)
})

// Columns: the anchor, the last payment, PayPal's date on 10 February, and our date after comparing them.
eachRow(`
  PayPal’s hour | 2027-01-31T14:00 | 2027-01-31T14:00 | 2027-02-28T10:00 | 2027-02-28T10 2027-03-31T10
  four days later | 2027-01-31 | 2027-01-31 | 2027-03-04 | 2027-03-04T12 2027-04-04T12
  five days later | 2027-01-31 | 2027-01-31 | 2027-03-05 | 2027-02-28T12 2027-03-31T12
  less than a day after the payment | 2027-01-31 | 2027-02-09T12:01 | 2027-02-28T10:00 | 2027-02-28T12 2027-03-31T12
  still the day of the payment | 2027-01-31 | 2027-01-31 | 2027-01-31 | 2027-02-28T12 2027-03-31T12
  five days earlier | 2026-12-31 | 2027-01-31 | 2027-02-23 | 2027-02-28T12 2027-03-31T12
  a first payment pending for ten days | 2027-01-31T10:00 | 2027-01-31T10:00 | 2027-02-18T10:00 | 2027-02-18T10 2027-03-21T10
  a first payment pending for longer | 2027-01-31T10:00 | 2027-01-31T10:00 | 2027-02-18T09:00 | 2027-02-28T10 2027-03-31T10
`)('corrects dates: %s', (_, anchor, paidOn, next, expected) => {
  const due = create('monthly_13', anchor, `2027-02-28${anchor.slice(10)}`)
  const stored = { ...due, lastPaymentAt: on(paidOn) }
  const corrected = dates.correctDates(stored, on(next), on('2027-02-10'))
  const actual = [0, 1].map((count) => formatHour(dates.getDueDate(corrected, count)))
  expect(actual.join(' ')).toBe(expected)
})
