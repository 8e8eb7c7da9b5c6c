import { expect, it } from 'vitest'
import { apply, now, on, sync, tell } from './testing/stories.ts'
import { testStories } from './testing/test-stories.ts'
import { transition } from './transition.ts'

// Columns: the record, access if nothing else is paid, and effects.
testStories(`
  A payment counts from its due date | active | 2026-12-02 paid | active 2026-12-30 ACTIVE | to 2027-01-06 | payment
  four days early | active | 2026-11-26 paid | active 2026-12-30 ACTIVE | to 2027-01-06 | payment
  not earlier | active | 2026-11-26 ACTIVE paid 2026-11-26T11:59 | active 2026-11-30 ACTIVE | to 2026-12-07 | refund 2026-11-26
  late | active | 2026-12-20 paid | active 2026-12-30 ACTIVE | to 2027-01-06 | paymentFailed, paymentFixed, payment
  for the next one if that is near | active | 2026-12-27 paid | active 2027-01-30 ACTIVE | to 2027-02-06 | paymentFailed, paymentFixed, payment
  once | active | 2026-11-30 paid; 2026-12-02 paid | active 2026-12-30 ACTIVE | to 2027-01-06 | payment, refund 2026-12-02
  even if it’s seen after a cancellation | active | 2026-11-29T18:00 cancel; 2026-11-29T20:00 SUSPENDED paid 2026-11-29 | ending 2026-12-30 | to 2026-12-30 | cancelled, payment
  not after the end | active | 2026-11-30 cancel; 2026-12-01 CANCELLED paid 2026-11-29 | ended | closed | ended, refund 2026-11-29
  in a skipped month | active with gift 3 | 2026-11-30 paid | active 2026-12-30 SUSPENDED, gift 2 | to 2027-03-07 | refund 2026-11-30
  or in a pause | paused | 2026-12-30 SUSPENDED paid | paused 2026-11-30 2027-01-30 SUSPENDED | 2027-01-30 to 2027-02-06 | refund 2026-12-30
  if it was returned before | active | 2026-11-30 paid returned | active 2026-11-30 ACTIVE | to 2026-12-07 |
  with an earlier one that PayPal lists | active | 2026-12-27 late paid earlier 2026-11-30 | active 2027-01-30 ACTIVE | to 2027-02-06 | paymentFailed, paymentFixed, payment, payment
  It ends a pause of a monthly plan | paused | 2027-01-29 paid | active 2027-02-28 ACTIVE | to 2027-03-07 | renewalReminder, resumed, payment
  Dates missed in a suspension are charged at once, for one | active with gift 3 | 2027-02-28 paid cents 5596 | active 2027-03-30 ACTIVE | to 2027-04-06 | renewalReminder, gift used, payment 5596
  A day after midnight UTC is the American day before | none | 2027-01-01T00:30 buy monthly_13; 2027-01-31T10:00 paid | active 2027-02-28 ACTIVE | to 2027-03-07 | started, payment, payment
  PayPal’s date moved a month on, unpaid | active | 2026-12-05 ACTIVE failed 1 next 2026-12-30 | declined 2026-11-30 | to 2026-12-07 | paymentFailed
  with a failure seen later | active | 2026-12-08 ACTIVE failed 1 | declined 2026-11-30 | closed | paymentFailed
  after a pause that has ended | active | 2026-11-20 pause 1; 2026-12-31 ACTIVE failed 1 | declined 2026-11-30 | to 2027-01-06 | paused, renewalReminder, resumed, paymentFailed
  also after a skipped month | active with gift 3 | 2027-03-01 ACTIVE failed 1; 2027-03-03 paid | active 2027-03-30 ACTIVE | to 2027-04-06 | renewalReminder, paymentFailed, paymentFixed, gift used, payment
  also after a trial | trial | 2026-11-30 ACTIVE failed 1; 2026-12-02 paid | active 2026-12-30 ACTIVE | to 2027-01-06 | paymentFailed, paymentFixed, payment
  PayPal has skipped a payment | active | 2026-12-01 ACTIVE next 2026-12-30 | missing 2026-11-30 | to 2026-12-07 | paymentFailed
  not on its day | active | 2026-12-01T11:59 ACTIVE next 2026-12-30 | active 2026-11-30 ACTIVE | to 2026-12-07 |
  or while it’s pending | active | 2026-12-03 ACTIVE next 2026-12-30 pending | active 2026-11-30 ACTIVE | to 2026-12-07 |
  also after a pause, although PayPal was active in time | active | 2026-11-20 pause 1; 2026-12-29 ACTIVE; 2027-01-01 ACTIVE next 2027-01-30 | missing 2026-11-30
  so it’s approved again | active | 2026-12-01 ACTIVE next 2026-12-30; 2026-12-02 change monthly | active 2027-01-02 ACTIVE | to 2027-01-09 | paymentFailed, started, ends I-1, payment
  A refund ends it, and what was given returns | active with gift 3 | 2026-12-15 refunded | ended, gift 2+15d from 2026-12-15 | to 2027-03-02 | refunded
  and shared | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 refunded | ended, gift 3 from 2027-08-01 | to 2027-11-01 | renewalReminder, payment less 3, refunded
  not what a pause has closed of its time | yearlyPause | 2026-12-18 refunded | ended | closed | refunded
  but that of another payment | yearlyPause | 2027-06-16 paid; 2027-06-20 refunded | ended, pause 2 from 2027-06-20 | to 2027-08-20
  A refund of another payment changes nothing | active | 2026-11-21 refunded 2026-09-30 | stale
  except in a dispute | disputed | 2026-11-21 refunded 2026-09-30 | ended | closed | ended
  One of two payments for the period keeps it | active | 2026-11-21 refunded beside 2026-10-30T12:20 | active 2026-11-30 ACTIVE | to 2026-12-07 |
  even within a minute | active | 2026-11-21 refunded beside 2026-10-30T12:00:30 | active 2026-11-30 ACTIVE | to 2026-12-07 |
  until it’s refunded too | active | 2026-11-21 refunded beside 2026-10-30T12:20; 2026-11-22 refunded 2026-10-30T12:20 | ended | closed | refunded
  not one below the full price | active | 2026-11-21 refunded beside 2026-10-30T12:20 cents 100 | ended | closed | refunded
  not one for another period | active | 2026-11-21 refunded beside 2026-09-30 | ended | closed | refunded
  without what was used of it | yearly with gift 12 | 2027-06-16 paid; 2027-12-01 refunded | ended, gift 6+15d from 2027-12-01 | to 2028-06-16 | renewalReminder, payment less 12, refunded
  and it returns what was shared of the other | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 refunded beside 2027-06-16T13:00 | active 2028-06-16 ACTIVE, gift 3 | to 2028-09-23
  and ends the dispute of the other | disputed | 2026-11-21 refunded 2026-10-30T12:20 beside 2026-10-30 | active 2026-11-30 ACTIVE | to 2026-12-07 | resumed
  not while that is disputed | active | 2026-11-21 disputed 2026-10-30T12:20; 2026-11-22 refunded 2026-10-30 beside 2026-10-30T12:20 | disputed | closed |
  but when it’s won | active | 2026-11-21 disputed 2026-10-30T12:20; 2026-11-22 refunded 2026-10-30 beside 2026-10-30T12:20; 2026-11-23 disputeWon | active 2026-11-30 ACTIVE | to 2026-12-07 | resumed
  and ends when it’s lost | active | 2026-11-21 disputed 2026-10-30T12:20; 2026-11-22 refunded 2026-10-30 beside 2026-10-30T12:20; 2026-11-23 lost 2026-10-30T12:20 | ended | closed | refunded
  nor after it was lost | active | 2026-11-21 disputed 2026-10-30T12:20; 2026-11-22 lost 2026-10-30T12:20 beside 2026-10-30; 2026-11-23 refunded beside 2026-10-30T12:20 | ended | closed | resumed, refunded
  nor at once | active | 2026-11-22 lost 2026-10-30T12:20 beside 2026-10-30; 2026-11-23 refunded beside 2026-10-30T12:20 | ended | closed | refunded
  and it’s reported once | active | 2026-11-22 lost 2026-10-30T12:20 beside 2026-10-30; 2026-11-23 lost 2026-10-30T12:20 beside 2026-10-30 | stale
  A share that PayPal refuses returns | yearly with gift 3 | 2027-06-16 paid; 2027-06-17 shareRefused | active 2028-06-16 ACTIVE, gift 3 | to 2028-09-23
  A dispute closes access | active | 2026-11-21 disputed | disputed | closed |
  with the month that was skipped | active with gift 3 | 2026-12-15 disputed | disputed, gift 2+15d from 2026-12-15 | to 2027-03-02 |
  and what a pause has closed | yearlyPause | 2026-12-18 disputed | disputed, (pause 1) | closed |
  until it’s won | yearlyPause | 2026-12-18 disputed; 2026-12-20 disputeWon | active 2027-06-16 ACTIVE, pause 1 | to 2027-07-23 | resumed
  unless a gift had paid for all of it | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 3; 2027-10-02 suspended; 2027-10-03 disputed; 2027-10-04 disputeWon | active 2027-06-16 ACTIVE, (pause 3), (gift 0+1d) | 2028-06-16 to 2028-06-23
  not before, though the gift is valid again | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 3; 2027-10-02 suspended; 2027-10-03 disputed; 2027-10-04 valid | disputed, (pause 3), gift 8+14d from 2027-10-04
  or lost | yearlyPause | 2026-12-18 disputed; 2026-12-20 refunded | ended | closed | refunded
  also after another payment was counted | yearly with gift 3 | 2027-06-17 disputed; 2027-06-18 paid 2027-06-16; 2027-06-20 refunded | ended, gift 3 from 2027-06-20 | to 2027-09-20
  A cancelled one stays cancelled when it’s won | ending | 2026-11-21 disputed; 2026-11-22 disputeWon | ending 2026-11-30 | to 2026-11-30
  Won within 48 hours of the due date | active | 2026-11-21 disputed; 2026-11-28 disputeWon | missing 2026-11-30 | to 2026-12-07 | paymentFailed
  Won with the month that was skipped | active with gift 3 | 2026-12-15 disputed; 2026-12-20 disputeWon | active 2026-12-30 SUSPENDED, gift 2 | to 2027-03-07
  whose gift was refunded since | active with gift 3 | 2026-12-15 disputed; 2026-12-16 void; 2026-12-20 disputeWon | active 2026-11-30 SUSPENDED | 2026-12-30 to 2027-01-06
  after it was over | active with gift 3 | 2026-12-15 disputed; 2027-01-05 disputeWon | missing 2026-11-30, gift 1+25d from 2027-01-06
  Won with its share | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 disputed; 2027-08-20 disputeWon | active 2028-06-16 ACTIVE | to 2028-06-23
  of which some was used | yearly with gift 12 | 2027-06-16 paid; 2027-12-01 disputed; 2027-12-20 disputeWon | active 2028-06-16 ACTIVE | to 2028-06-23
  with its gift before | yearly with gift 3 | 2027-06-16 paid; 2027-07-01 suspended; 2027-08-01 disputed; 2027-09-15 valid; 2027-09-20 disputeWon | active 2028-06-16 ACTIVE | to 2028-06-23
  with its gift after | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 disputed; 2027-08-02 suspended; 2027-08-03 disputeWon; 2027-08-04 valid | active 2028-05-16 ACTIVE, gift 0+30d | to 2028-05-16, 2028-06-16 to 2028-07-23
  Won with a share that PayPal refused | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 disputed; 2027-08-02 shareRefused 2027-06-16; 2027-08-20 disputeWon | active 2028-06-16 ACTIVE, gift 2+12d | to 2028-09-04
  Another dispute is won | active | 2026-11-21 disputed; 2026-11-22 disputeWon D2 | stale
  Two are open | active | 2026-11-21 disputed; 2026-11-22 disputed D2; 2026-11-23 disputeWon | disputed | closed |
  of which it knows each | active | 2026-11-21 disputed; 2026-11-22 disputed D2; 2026-11-23 disputed | stale
  until both are won | active | 2026-11-21 disputed; 2026-11-22 disputed D2; 2026-11-23 disputeWon; 2026-11-24 disputeWon D2 | active 2026-11-30 ACTIVE | to 2026-12-07 | resumed
  or one is lost | active | 2026-11-21 disputed; 2026-11-22 disputed D2; 2026-11-23 lost | ended | closed | refunded
  not of another payment | active | 2026-11-21 disputed; 2026-11-22 disputed 2026-09-30 D2; 2026-11-23 lost 2026-09-30 beside 2026-10-30 | disputed | closed |
  An earlier version knew one without its id | disputed | 2026-11-21 disputed; 2026-11-22 disputed D2; 2026-11-23 disputeWon | disputed | closed |
  which may be any | disputed | 2026-11-23 disputeWon D2 | active 2026-11-30 ACTIVE | to 2026-12-07 | resumed
  A pause opens no month of a refunded gift | active with gift 3 | 2026-12-05 void; 2026-12-06 gift 3 two; 2026-12-07 pause 1 | paused 2026-12-30 2027-01-30 SUSPENDED, two 3 | 2027-01-30 to 2027-05-07
  A gift’s dispute during a pause returns nothing twice | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 3; 2027-07-02 suspended; 2027-08-20 valid; 2027-10-02 | active 2028-06-16 ACTIVE, pause 3 | to 2028-09-23
  also if it outlasts the pause | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 3; 2027-07-02 suspended; 2027-10-02; 2027-11-01 valid | active 2028-06-16 ACTIVE, gift 3+31d | to 2028-10-24
  as without a dispute | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 3; 2027-10-02 | active 2028-06-16 ACTIVE, pause 3 | to 2028-09-23
  The payment for the former plan counts | changed | 2026-11-21 disputed I-0; 2026-11-22 refunded 2026-10-30 | ended | closed | renewalReminder, refunded
  not an earlier one that a dispute has returned | changed | 2026-11-21 disputed 2026-09-30 I-0; 2026-11-22 lost 2026-09-30 I-0 beside 2026-10-30 | active 2026-11-30 ACTIVE | to 2026-12-07 | renewalReminder, resumed
  but none once the new one is paid | changed | 2026-11-30 paid; 2026-12-05 disputed I-0 | foreign
  A new subscription starts when it’s paid | none | 2026-11-20 buy annual_99 | active 2027-11-20 ACTIVE | to 2027-11-27 | started, payment
  and its email names PayPal’s date if it was pending | none | 2026-11-22 buy monthly_13 next 2026-12-20T10:00 | active 2026-12-20 ACTIVE | to 2026-12-27 | started, payment
  not before | none | 2026-11-20 buy annual_99 unpaid | unpaid
  after another one has ended | ended | 2026-11-20 buy annual_99 | active 2027-11-20 ACTIVE | to 2027-11-27 | started, ends I-1, payment
  in a trial, unpaid | none | 2026-11-20 buy annual_99 trial unpaid | active 2026-11-30 ACTIVE | to 2026-12-07 | started
  not after it | none | 2026-11-30 buy annual_99 trial unpaid | unpaid
  once for each account | ended | 2026-11-20 buy annual_99 trial unpaid | ended | closed | trialUsed
  even if it was stopped since | none | 2026-11-20 buy annual_99 SUSPENDED | ending 2027-11-20 | to 2027-11-20 | started, cancelled, payment
  seen for the first time | none | 2026-11-20 buy annual_99 CANCELLED seen | stale
  with a plan that the reader has chosen | none | 2026-11-20 buy | foreign
  and a student address of its own | none | 2026-11-20 buy student_45 refused | none | closed | studentAddressInUse
  not beside one that runs | active | 2026-11-20 buy annual_99 | active 2026-11-30 ACTIVE | to 2026-12-07 | alreadySubscribed
  can be reactivated | ending | 2026-11-20 buy annual_99 | ending 2026-11-30 | to 2026-11-30 | alreadySubscribed
  has paid time left | final | 2026-11-20 buy annual_99 | final 2026-11-30 | to 2026-11-30 | alreadySubscribed
  or whose payment is disputed | disputed | 2026-11-20 buy annual_99 | disputed | closed | alreadySubscribed
  The access of a former one stays | former | | ended | to 2026-11-30
  unless it’s disputed | former | 2026-11-22 disputed I-0 | ended | closed
  until that is won | former | 2026-11-22 disputed I-0; 2026-11-23 disputeWon I-0 | ended | to 2026-11-30
  or refunded | former | 2026-11-22 refunded I-0 | ended | closed
  A dispute of an unknown one is ignored | former | 2026-11-21 disputed I-9 | foreign
  One that was cancelled at PayPal continues when it’s won | yearly | 2026-11-21 disputed; 2026-11-22 CANCELLED; 2026-12-22 disputeWon | final 2027-06-16 | to 2027-06-16
  with the time of its pause | yearlyPause | 2026-12-18 disputed; 2026-12-19 CANCELLED; 2026-12-20 disputeWon | final 2027-06-16, pause 1 from 2027-06-16 | to 2027-07-16
  Paid time outlasts a payment that isn’t due | yearly | 2026-11-22 ACTIVE next 2028-06-16; 2026-11-23 cancel | final 2027-06-16 | to 2027-06-16
  and a cancellation at PayPal | yearly | 2026-11-22 ACTIVE next 2028-06-16; 2026-11-23 CANCELLED | final 2027-06-16 | to 2027-06-16
  and a gift follows it | yearly | 2026-11-22 ACTIVE next 2028-06-16; 2026-11-23 gift 3 | final 2027-06-16, gift 3 from 2027-06-16 | to 2027-09-16 | paymentFailed, cancelled, redeemed
  also before the first payment is due | trial | 2026-11-30T10:00 ACTIVE failed; 2026-11-30T10:30 gift 3 | final 2026-11-30, gift 3 from 2026-11-30
  A late payment doesn’t use up given days | yearly with pause 0+20d | 2027-06-16T13:00 ACTIVE failed; 2027-07-10 paid | active 2028-06-16 ACTIVE, pause 0+20d
  but those used before it was due | yearly with gift 3 | 2027-04-15 disputed; 2027-07-01 disputeWon; 2027-07-02 SUSPENDED failed; 2027-07-03 SUSPENDED paid | active 2028-06-16 ACTIVE, gift 0+29d
  and a pause begins after it | active | 2026-11-29 pause 3; 2026-12-11 paid | paused 2026-12-30 2027-03-30 SUSPENDED
  even if it pays for the next month | active | 2026-11-29 pause 3; 2026-12-27 paid | paused 2027-01-30 2027-03-30 SUSPENDED
  or after PayPal has declined it | active | 2026-11-29 pause 1; 2026-11-30T13:00 ACTIVE failed; 2026-12-02 paid | paused 2026-12-30 2027-01-30 SUSPENDED | to 2026-12-30, 2027-01-30 to 2027-02-06 | paused, paymentFailed, paymentFixed, payment
  PayPal’s date of today doesn’t move ours after a late activation | active with freeMonth 1 | 2026-12-31T08:00 late ACTIVE next 2026-12-31T10:00; 2026-12-31T08:05 ACTIVE next 2026-12-31T10:00; 2027-01-02 ACTIVE next 2027-01-30 | active 2027-01-30 ACTIVE
  A payment undoes PayPal’s suspension after failures | failed | 2026-11-21 SUSPENDED paid | active 2026-12-19 ACTIVE | to 2026-12-26 | paymentFixed, payment
  A cheaper plan at PayPal ends with the paid time | active | 2026-11-21 ACTIVE bills 100 full 1399 | final 2026-11-30 | to 2026-11-30 | cancelled
  not one at the full price | active | 2026-11-21 ACTIVE bills 1399 full 1399 | active 2026-11-30 ACTIVE | to 2026-12-07 |
  but in a trial | trial | 2026-11-21 ACTIVE bills 100 full 1399 | final 2026-11-30 | to 2026-11-30 | cancelled
  and in a pause, whose time returns | yearlyPause | 2026-12-18 ACTIVE bills 100 full 9900 | final 2027-06-16, pause 1 from 2027-06-16 | to 2027-07-16 | cancelled
  before a gift’s time | active with gift 3 | 2026-11-21 ACTIVE bills 100 full 1399 | final 2026-11-30, gift 3 from 2026-11-30 | to 2027-02-28 | cancelled
  at once if nothing is paid any more | failed | 2026-11-21 ACTIVE bills 100 full 1399 | ended | closed | ended
  after a dispute, if it’s won | disputed | 2026-11-21 ACTIVE bills 100 full 1399; 2026-11-22 disputeWon | final 2026-11-30 | to 2026-11-30
  A cheaper payment pays for nothing | active | 2026-11-30 paid cents 100 full 1399 | ended | closed | ended, refund 2026-11-30
  nor early | active | 2026-11-28 paid cents 100 full 1399 | final 2026-11-30 | to 2026-11-30 | cancelled, refund 2026-11-28
  nor late | failed | 2026-11-21 paid cents 100 full 1399 | ended | closed | ended, refund 2026-11-21
  nor a part of a year | yearly with gift 3 | 2027-06-16 paid cents 100 full 9900 | ended, gift 3 from 2027-06-16 | to 2027-09-16 | renewalReminder, ended, refund 2027-06-16
  nor as the first one | none | 2026-11-20 buy annual_99 cents 100 full 9900 | none | closed | underpaid
  nor for a new plan | active | 2026-11-21 change annual bills 100 full 9900 | active 2026-11-30 ACTIVE | to 2026-12-07 | underpaid
  One that was returned already changes nothing | active | 2026-11-30 paid returned cents 100 full 1399 | active 2026-11-30 ACTIVE | to 2026-12-07 |
  A full first payment counts before a cheaper plan | none | 2026-11-20 buy annual_99 cents 9900 bills 100 full 9900 | final 2027-11-20 | to 2027-11-20 | started, cancelled, payment 9900
  PayPal’s date of today is ignored in the first month too | active | 2026-11-24 ACTIVE next 2026-11-24T10:00 | active 2026-11-30 ACTIVE
`)

it('a subscription’s record waits until PayPal is known to have the desired status', () => {
  const [active, ended] = ['active', 'ended'].map((name) => ({
    ...tell(name, '').record,
    isReconciled: false,
  }))
  expect(apply(active!, sync({ status: 'SUSPENDED' })).record.subscription?.state).toBe('active')
  const paid = sync({ id: 'I-2', lastPaymentAt: now }, { plan: 'annual_99' })
  expect(transition(ended!, paid, now)).toEqual({ ok: false, failure: 'unfinished' })
})

it('a late payment is excused once if we delayed it', () => {
  const { record } = tell('active with gift 1', '2026-12-28')
  const billing = { since: on('2026-12-28'), activeAt: on('2026-12-31') }
  const late = { ...record, subscription: { ...record.subscription!, billing } }
  const first = apply(late, sync({ nextBillingAt: on('2027-01-30') }), on('2027-01-01')).record
  const second = apply(first, sync({ nextBillingAt: on('2027-02-28') }), on('2027-02-02')).record
  expect(first.subscription).toMatchObject({ state: 'active', paidThrough: on('2027-01-30') })
  expect(second.subscription).toMatchObject({ state: 'paymentFailed', cause: 'missing' })
})
