import { expect, it } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { applyDue, nextDue } from './next-due.ts'
import { stateNames, summarise, tell } from './testing/stories.ts'
import { readStory, testStories } from './testing/test-stories.ts'

// Columns: the next due change after some steps, and the record afterwards, with emails.
eachRow(`
  active | | paymentMissing 2026-12-07 | missing 2026-11-30; paymentFailed
  active | 2026-11-20 gift 3 | decideBilling 2026-11-28 | active 2026-12-30 SUSPENDED, gift 2;
  active | 2026-11-20 gift 3; 2027-01-28 | remindOfPayment 2027-02-21 | active 2027-02-28 SUSPENDED; renewalReminder
  active | 2026-11-20 gift 3; 2027-02-21 | decideBilling 2027-02-26 | active 2027-02-28 ACTIVE;
  active | 2026-11-20 gift 3; 2027-02-26 | paymentMissing 2027-03-07 | missing 2027-02-28; paymentFailed
  yearly | | remindOfPayment 2027-06-02 | active 2027-06-16 ACTIVE; renewalReminder
  yearly | 2027-06-02 | paymentMissing 2027-06-23 | missing 2027-06-16; paymentFailed
  ending | | end 2026-11-30 | ended; ended
  final | 2026-11-20 gift 3 | end 2026-11-30 | ended, gift 3 from 2026-11-30; ended
  paused | | remindOfPayment 2027-01-23 | paused 2026-11-30 2027-01-30 SUSPENDED; renewalReminder
  paused | 2027-01-23 | decideBilling 2027-01-28 | paused 2026-11-30 2027-01-30 ACTIVE;
  paused | 2027-01-28 | resume 2027-01-30 | active 2026-11-30 ACTIVE; resumed
  paused | 2026-11-20 gift 3; 2027-01-27 | decideBilling 2027-01-28 | paused 2026-11-30 2027-01-30 SUSPENDED, gift 2;
  yearlyPause | | resume 2027-01-18 | active 2027-06-16 ACTIVE, pause 2; resumed
  failed | | end 2026-12-17 | ended; ended
  none | 2026-11-20 gift 3 | remindOfBankEnd 2027-02-13 | none, gift 3 from 2026-11-20; ending
  none | 2026-11-20 gift 3; 2027-02-13 | bankEnds 2027-02-20 | none;
  ended | | null | null
`)('%s, %s: %s, then %s', (start, steps, next, after) => {
  const { record } = tell(start, steps)
  const due = nextDue(record)
  expect(due ? `${due.event} ${due.at.toISOString().slice(0, 10)}` : 'null').toBe(next)
  if (!due) return
  const { record: changed, emails = [], giftEmails = [] } = applyDue(record, due)
  expect(`${summarise(changed)}; ${[...emails, ...giftEmails]}`.trim()).toBe(after)
})

it.each(stateNames)(
  'a late job has the same effect on %s as a job on time, and access doesn’t wait for it',
  (name) => {
    for (const start of [name, `${name} with gift 3`])
      for (const end of ['2026-12-08', '2027-01-31', '2027-07-20']) {
        const [summary, access] = readStory(start, end)
        const late = readStory(start, `${end} late timePassed`)
        if (late[0] !== 'stale') expect(late.slice(0, 2)).toEqual([summary, access])
        expect(readStory(start, `${end} late`)[1]).toBe(access)
      }
  },
)

it('dates that a pause has skipped stay stored until the next payment', () => {
  expect(tell('paused', '2027-01-28').record.subscription?.hasSkipped).toBe(true)
})

testStories(`
  An email may be late | yearly | 2027-06-03 late timePassed | active 2027-06-16 ACTIVE | to 2027-06-23 | renewalReminder
  if it is still true | yearly | 2027-06-17 late timePassed | active 2027-06-16 ACTIVE | to 2027-06-23 |
  or about a failure | yearly | 2027-06-24 late timePassed | missing 2027-06-16 | closed | paymentFailed
  not after the end | active | 2027-01-01 late timePassed | ended | closed | ended
  A pause has ended | paused | 2027-01-31 late timePassed | active 2026-11-30 ACTIVE | to 2027-02-06 | resumed
  unpaid | paused | 2027-02-10 late timePassed | missing 2026-11-30 | closed | paymentFailed
  A gift ends | none with gift 3 | 2027-02-14 late timePassed | none, gift 3 from 2026-11-20 | to 2027-02-20 | ending
  and has ended | none with gift 3 | 2027-02-21 late timePassed | none | closed | gift used
`)
