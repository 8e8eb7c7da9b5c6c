import { expect, it } from 'vitest'
import { retentionOffer } from '../../publication/offer.ts'
import { eachRow } from '../testing/each-row.ts'
import { describePlanStarts, findPlanChangeObstacle } from './plan-change.ts'
import { on, tell } from './testing/stories.ts'
import { readStory, testStories } from './testing/test-stories.ts'

testStories(`
  The paid time stays | active | 2026-11-20 change annual; 2026-11-30 paid | active 2027-11-30 ACTIVE | to 2027-12-07 | planChanged, ends I-1, payment
  and what was given is used first | yearly with gift 3 | 2026-11-20 change monthly | active 2027-09-16 ACTIVE | to 2027-09-23 | planChanged, ends I-1
  what was closed by a voided gift stays closed | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 void; 2027-08-02 change monthly | active 2028-03-16 ACTIVE | to 2028-03-16, 2028-06-16 to 2028-06-23
  also by one that is voided afterwards, to the day | active with gift 3 | 2026-11-20 change annual; 2026-11-21 void | active 2026-11-30 ACTIVE | to 2026-11-30, 2027-02-28 to 2027-03-07
  or has a month only | active with gift 1 | 2026-11-20 change annual; 2026-11-21 void | active 2026-11-30 ACTIVE | to 2026-11-30, 2026-12-30 to 2027-01-06
  A trial ends on the same day | trial | 2026-11-20 change annual; 2026-11-30 paid | active 2027-11-30 ACTIVE | to 2027-12-07 | planChanged, ends I-1, payment
  as gifts do in a trial | trial with gift 3 | 2026-11-20 change annual; 2026-11-30 paid | active 2027-11-30 ACTIVE | to 2027-12-07 | planChanged, ends I-1, payment less 3
  A pause that skips payments stays | paused | 2026-11-20 change annual | paused 2026-11-30 2027-01-30 ACTIVE | to 2026-11-30, 2027-01-30 to 2027-02-06 | planChanged, ends I-1
  as its closed time does | paused | 2026-12-10 change annual; 2026-12-11 reactivate | notPossible
  until another approval | paused | 2026-12-10 change annual; 2026-12-11 change annual | active 2027-12-11 ACTIVE | to 2027-12-18 | planChanged, ends I-1, started, ends I-2, payment
  or is ended by the same plan | paused | 2026-12-10 change monthly | active 2027-01-10 ACTIVE | to 2027-01-17 | started, ends I-1, payment
  one of a yearly plan ends | yearlyPause | 2026-12-18 change monthly | active 2027-06-16 ACTIVE, pause 1 | to 2027-07-23 | planChanged, ends I-1
  as one whose payment PayPal has skipped | missing | 2026-11-20 change annual | active 2027-11-20 ACTIVE | to 2027-11-27 | started, ends I-1, payment
  An earlier payment is refunded | active | 2026-11-20 change annual; 2026-11-21 paid | active 2026-11-30 ACTIVE | to 2026-12-07 | planChanged, ends I-1, refund 2026-11-21
  a later date at PayPal gives no time | changed | 2026-11-22 ACTIVE next 2027-01-30 | missing 2026-11-30 | to 2026-12-07 | renewalReminder, paymentFailed
  and changed again | active | 2026-11-20 change annual; 2026-11-21 change student | active 2026-11-30 ACTIVE | to 2026-12-07 | planChanged, ends I-1, planChanged, ends I-2
  A dispute of the former plan's payment refunds the first of the new one | changed | 2026-11-30T10:10 disputed I-0; 2026-11-30T10:20 paid 2026-11-30T10:00 | disputed | closed | renewalReminder, refund 2026-11-30
  its free month is shared | changed | 2026-11-20 acceptOffer; 2026-11-30 paid | active 2027-11-30 ACTIVE | to 2027-12-07 | renewalReminder, offerAccepted, payment less ${retentionOffer.months}
`)

// A change that was started on 20 November is approved later.
eachRow(`
  active | 2026-11-29 change annual | planChanged
  active | 2026-11-21 cancel; 2026-11-21 change annual | planChangeOutdated
  active | 2026-11-21 gift 3; 2026-11-21 change annual | planChangeOutdated
  active | 2026-11-21 pause 1; 2026-11-21 change annual | planChangeOutdated
  active | 2026-11-30 paid; 2026-12-01 change annual | planChangeOutdated
  active | 2026-11-21 disputed; 2026-11-21 change annual | planChangeOutdated
  active | 2026-11-21 change annual; 2026-11-21 change annual | planChangeOutdated
  active | 2026-11-21 change annual paid | planChangeOutdated
  active | 2026-11-21 change annual refused | studentAddressInUse
  active | 2026-11-21 change annual APPROVED | unpaid
  active | 2026-11-29 change annual current paid 2026-11-29 | unfinished
  active | 2026-11-29 change annual current failed | unfinished
  missing | 2026-11-21 change annual | started
  missing | 2026-11-21 change annual unpaid | unpaid
  missing | 2026-11-21 paid; 2026-11-21 change annual | planChangeOutdated
`)('after %s, %s: %s', (start, steps, outcome) => {
  const [reason, , log = reason] = readStory(start, `2026-11-20 start; ${steps}`)
  expect(log!.split(', ')).toContain(outcome)
})

it('a change of plan stores the replaced plan, and the subscription that was paid', () => {
  const { record } = tell('active', '2026-11-20 change annual; 2026-11-21 change student')
  const previous = { plan: 'monthly_13', provider: 'I-1', lastPaymentAt: on('2026-10-30') }
  expect(record.subscription).toMatchObject({ plan: 'student_45', provider: 'I-3', previous })
  expect(record.replaced.map((one) => one.provider)).toEqual(['I-1', 'I-2'])
})

// Columns: the first payment of each plan, or the reason why there can't be one.
eachRow(`
  active | | annual 2026-11-30, student 2026-11-30
  active | 2026-11-28T11:59 | annual 2026-11-30, student 2026-11-30
  active | 2026-11-28T12:01 | billedSoon
  active with gift 3 | 2026-11-29 | annual 2027-02-28, student 2027-02-28
  yearly | | monthly 2027-06-16, student 2027-06-16
  international | | international 2027-06-16, international 2027-06-16
  yearly with gift 3 | | monthly 2027-09-16, student 2027-09-16
  trial with gift 3 | | annual 2026-11-30, student 2026-11-30
  paused | | annual 2027-01-30, student 2027-01-30
  paused | 2026-12-10 | annual 2027-01-30, monthly now, student 2027-01-30
  paused with gift 3 | | annual 2027-04-30, student 2027-04-30
  yearlyPause | | monthly 2027-06-16, student 2027-06-16
  ending | | cancelled
  ending | 2026-11-29 | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  final | | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  final | 2026-11-30T11:30 | annual 2026-11-30T12:30, monthly 2026-11-30T12:30, student 2026-11-30T12:30
  final with gift 3 | | annual 2027-02-28, monthly 2027-02-28, student 2027-02-28
  failed | | paymentFailed
  missing | | annual now, monthly now, student now
  active | 2026-11-21 ACTIVE next 2026-12-30 | annual 2026-11-30, monthly 2026-11-30, student 2026-11-30
  disputed | | disputed
  none with gift 3 | | notSubscribed
`)('%s, %s: %s', (start, steps, expected) => {
  const { record, when } = tell(start, steps)
  const starts = Object.values(describePlanStarts(record, when)).map(
    ({ plan, startsAt }) =>
      `${plan.split('_')[0]} ${startsAt?.toISOString().slice(0, 16).replace('T12:00', '') ?? 'now'}`,
  )
  expect(starts.join(', ') || findPlanChangeObstacle(record, when)).toBe(expected)
})
