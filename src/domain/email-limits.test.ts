import { expect, it } from 'vitest'
import { day, minute } from './duration.ts'
import {
  addEmailTime,
  emailLimits,
  getEmailTimesEnd,
  getNextEmailAt,
  typedLimits,
} from './email-limits.ts'

const start = new Date('2026-03-01T10:00:00Z')
const after = (milliseconds: number) => new Date(start.getTime() + milliseconds)

/** Requests an email every five minutes for this long, and returns the number of emails allowed. */
function countEmails(milliseconds: number): number {
  let sent: Date[] = []
  let count = 0
  for (let time = 0; time < milliseconds; time += 5 * minute) {
    if (getNextEmailAt(sent, emailLimits.typed) > after(time)) continue
    sent = addEmailTime(sent, after(time))
    count++
  }
  return count
}

it.each([
  [5 * minute, 1],
  [10 * minute, 1],
  [11 * minute, 2],
  [day, 3],
  [day + minute, 4],
  [30 * day, 10],
  [30 * day + minute, 11],
])(
  'an address gets only a limited number of emails in %i milliseconds: %i',
  (milliseconds, count) => {
    expect(countEmails(milliseconds)).toBe(count)
  },
)

it('an address that has complained gets one email in thirty days', () => {
  expect(getNextEmailAt([start], emailLimits.unwelcome)).toEqual(getEmailTimesEnd(start))
})

it('the limits for emails are described in words', () => {
  expect(typedLimits).toBe('one every ten minutes, three a day and ten in 30 days')
})
