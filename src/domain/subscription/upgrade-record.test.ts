import { expect } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { subscriptionRecordSchema } from './subscription.ts'
import { now, on, summarise } from './testing/stories.ts'
import { describeAccess } from './testing/test-stories.ts'

/** Creates a record as stored by the version that postponed payments with holds: “due 2026-11-30 held 2026-12-30”. */
function createOld(state: string, plan: string, text: string, giftText: string) {
  const words = text.split(' ')
  const date = (word: string) => (words.includes(word) ? on(words[words.indexOf(word) + 1]!) : null)
  const lastPaymentAt = date('paid') ?? on('2026-10-30')
  const hold = date('hold')
  const subscription = {
    ...{ state, plan, provider: 'I-1', paidThrough: date('due'), lastPaymentAt },
    ...{ heldUntil: date('held'), giftHold: hold && { since: now, until: hold } },
    ...{ resumesAt: date('resumes'), failedAt: date('failed'), endedAt: now, stoppedAt: now },
  }
  const found = [...giftText.matchAll(/(\(?)(\w+) (\S+) (\S+) (\S{10})/g)]
  const gifts = found.map(([, bracket, id, months, from = '', until = '']) => ({
    ...{ id, months: Number(months) || null, from: on(from), until: on(until) },
    isSuspended: bracket === '(',
  }))
  return { subscription: state === 'none' ? null : subscription, gifts, isReconciled: true }
}

// Columns: what was promised, and what is stored. Nobody loses a day, or pays earlier than promised.
eachRow(`
  active | monthly_13 | due 2026-11-30 | | active 2026-11-30 ACTIVE | to 2026-12-07
  active | annual_99 | due 2026-11-20T09:00 paid 2026-11-20T08:00 | | active 2027-11-20 ACTIVE | to 2027-11-27
  active | monthly_13 | due 2026-11-30 held 2026-12-30 | | active 2026-12-30 SUSPENDED | to 2027-01-06
  active | annual_99 | due 2027-06-16 held 2027-07-16 | | active 2027-07-16 SUSPENDED | to 2027-07-23
  active | monthly_13 | due 2026-11-30 hold 2027-02-28 | one 3 2026-11-30 2027-02-28 | active 2027-02-28 SUSPENDED | to 2027-03-07
  active | monthly_13 | due 2026-11-30 held 2026-12-30 hold 2027-03-30 | one 3 2026-12-30 2027-03-30 | active 2027-03-30 SUSPENDED | to 2027-04-06
  active | monthly_13 | due 2026-11-30 hold 2027-01-15 | one - 2026-11-30 2027-01-15 | active 2027-01-15 SUSPENDED | to 2027-01-22
  active | monthly_13 | due 2026-11-30 | (one 3 2026-11-30 2027-02-28 | active 2026-11-30 ACTIVE, (one 3) | to 2026-12-07
  ending | monthly_13 | due 2026-11-30 held 2026-12-30 | one 3 2026-12-30 2027-03-30 | ending 2026-12-30, one 3 from 2026-12-30 | to 2027-03-30
  paused | monthly_13 | due 2026-11-30 resumes 2027-01-30 | | paused 2026-11-30 2027-01-30 SUSPENDED | to 2026-11-30, 2027-01-30 to 2027-02-06
  paused | annual_99 | due 2027-06-16 resumes 2027-08-16 | | paused 2027-06-16 2027-08-16 SUSPENDED | to 2027-06-16, 2027-08-16 to 2027-08-23
  paused | monthly_13 | due 2026-11-30 hold 2027-02-28 resumes 2026-12-30 | one 3 2026-11-30 2027-02-28 | paused 2027-02-28 2027-02-28 SUSPENDED | to 2027-03-07
  paymentFailed | monthly_13 | due 2026-11-16 failed 2026-11-19 | | declined 2026-11-19 | to 2026-11-26
  disputed | monthly_13 | due 2026-11-30 held 2026-12-30 | one 3 2026-11-18 2027-02-18 | disputed, one 3 from 2026-11-18 | to 2027-02-18
  ended | monthly_13 | due 2026-10-30 | one 3 2026-10-30 2027-01-30 | ended, one 3 from 2026-10-30 | to 2027-01-30
  none | | | one 3 2026-10-31 2027-01-31, two - 2027-01-31 2027-02-15 | none, one 3, two 0+15d from 2026-10-31 | to 2027-02-15
  none | | | one 3 2026-10-31 2027-01-31, two 3 2027-01-31 2027-04-30, (three 6 2026-11-01 2027-05-01 | none, one 3, two 3, (three 6) from 2026-10-31 | to 2027-04-30
`)('%s, %s, %s, %s: %s', (state, plan, dates, gifts, expected, access) => {
  const old = createOld(state, plan, dates, gifts)
  const record = subscriptionRecordSchema.parse(old)
  const story = { record, when: now, log: [] }
  expect([summarise(record), describeAccess(story)]).toEqual([expected, access])
  expect(record.isReconciled).toBe(state === 'none')
  expect(subscriptionRecordSchema.parse(record)).toEqual(record)
})
