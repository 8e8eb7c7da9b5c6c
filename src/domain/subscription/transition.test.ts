import { expect, it } from 'vitest'
import { retentionOffer } from '../../publication/offer.ts'
import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { eachRow } from '../testing/each-row.ts'
import { mergeReplaced } from './replaced-subscriptions.ts'
import { maxBankEntries, maxReplaced } from './subscription.ts'
import { formatDate, now, on, stateNames, tell } from './testing/stories.ts'
import { readStory, testStories } from './testing/test-stories.ts'
import { transition } from './transition.ts'
import { getTrialEnd } from './trial.ts'

const requests = ['cancel', 'pause 2', 'acceptOffer', 'reactivate', 'endNow', 'gift 3']
const statuses = ['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']
// A star after the result means that PayPal's status has to be changed.
eachRow(`
  active | ending paused active - ended active | active ending final final
  yearly | ending paused active - ended active | active ending final final
  trial | ending - - - ended active | active ending final final
  changed | ending - active - ended active | active ending final final
  active with freeMonth 1 | ending paused active - ended active | active* active final final
  ending | - - - active ended ending | ending* ending final final
  final | - - - - ended final | final* final* final final
  paused | ending - - active ended paused | paused* paused final final
  yearlyPause | ending - - active ended paused | paused paused* final final
  failed | ended - - - ended ended | declined declined ended ended
  missing | ended - - - ended ended | missing missing ended ended
  disputed | - - - - ended disputed | disputed* disputed disputed disputed
  ended | - - - - - ended | ended* ended* ended ended
`)('%s becomes by each request %s, and by each of PayPal’s statuses %s', (start, ...expected) => {
  const read = (event: string) => {
    const [summary = ''] = readStory(start, `2026-11-20 ${event}`)
    if (summary === 'notPossible') return '-'
    const { isReconciled } = tell(start, `2026-11-20 ${event}`).record
    return `${summary.split(/[ ,]/)[0]}${isReconciled ? '' : '*'}`
  }
  expect([requests, statuses].map((all) => all.map(read).join(' '))).toEqual(expected)
})

/** When the retention offer can be accepted again, and the yearly payments until then. */
const again = addMonths(on('2026-11-20'), retentionOffer.everyMonths)
const renewals = ['2027-06-16', '2028-06-16', '2029-06-16'].filter((date) => on(date) < again)
const accepted = `2026-11-20 acceptOffer; ${renewals.map((date) => `${date} paid; `).join('')}`

// Columns: the record, access if nothing else is paid, and effects.
testStories(`
  Cancelling keeps the paid time | active | 2026-11-20 cancel | ending 2026-11-30 | to 2026-11-30 | cancelled
  and is undone until 48 hours before | active | 2026-11-20 cancel; 2026-11-28T11:59 reactivate | active 2026-11-30 ACTIVE
  the due date | active | 2026-11-20 cancel; 2026-11-28 reactivate | notPossible
  also in a trial | trial | 2026-11-20 cancel; 2026-11-21 reactivate | active 2026-11-30 ACTIVE | to 2026-12-07 | cancelled, resumed
  What PayPal bills nevertheless is refunded | active | 2026-11-29 cancel; 2026-11-29T14:00 SUSPENDED paid | ending 2026-11-30 | to 2026-11-30 | cancelled, refund 2026-11-29
  PayPal’s stale date doesn’t end a paid year | none | 2026-11-20 buy annual_99; 2026-11-20T14:00 ACTIVE next 2026-11-20; 2026-11-20T15:00 cancel | ending 2027-11-20 | to 2027-11-20 | started, payment, cancelled
  No year is free by a pause over the due date | yearly | 2027-06-14 pause 1 | notPossible
  by a cancellation | yearly | 2027-06-14 cancel; 2027-06-17 reactivate | notPossible
  by the free month | yearly with freeMonth 1 | 2027-06-17T13:00 ACTIVE next 2028-06-16 | missing 2027-06-16, freeMonth 1 from 2027-06-23 | to 2027-07-23 | renewalReminder, paymentFailed
  or by a gift | yearly with gift 3 | 2027-06-17T13:00 ACTIVE next 2028-06-16 | missing 2027-06-16, gift 3 from 2027-06-23 | to 2027-09-23 | renewalReminder, paymentFailed
  The retention offer is possible once in so many months | yearly | ${accepted}${formatDate(new Date(+again - day))} acceptOffer | notPossible
  after them again | yearly | ${accepted}${formatDate(again)} acceptOffer | active ${2027 + renewals.length}-06-16 ACTIVE, freeMonth ${retentionOffer.months}
  A gift within 48 hours counts for the next due date | active | 2026-11-28 gift 3; 2026-11-30 paid | active 2026-12-30 SUSPENDED, gift 3 | to 2027-04-06 | redeemed, payment
  A monthly plan pauses when the paid time ends | active | 2026-11-20 pause 1 | paused 2026-11-30 2026-12-30 SUSPENDED | to 2026-11-30, 2026-12-30 to 2027-01-06 | paused
  a month later within 48 hours | active | 2026-11-28 pause 1; 2026-11-30 paid | paused 2026-12-30 2027-01-30 SUSPENDED | to 2026-12-30, 2027-01-30 to 2027-02-06 | paused, payment
  twice in a row | active | 2026-11-20 pause 1; 2026-12-30 paid; 2026-12-31 pause 1; 2027-02-28 paid | active 2027-03-30 ACTIVE | to 2027-04-06
  The pause is undone before it begins | active | 2026-11-20 pause 2; 2026-11-28T11:59 reactivate | active 2026-11-30 ACTIVE | to 2026-12-07 | paused, resumed
  ends early on PayPal’s next date | paused | 2026-12-28T11:59 reactivate | paused 2026-11-30 2026-12-30 SUSPENDED | 2026-12-30 to 2027-01-06 | paused
  if that is earlier | paused | 2026-12-28 reactivate | notPossible
  and can be cancelled | paused | 2026-12-15 cancel | ended | closed | ended
  A yearly plan pauses at once, up to the due date | yearly | 2027-05-16 pause 1 | paused 2027-05-16 2027-06-16 ACTIVE | 2027-06-16 to 2027-07-23 | paused
  not beyond it | yearly | 2027-05-16T12:01 pause 1 | notPossible
  or in time that a voided gift has closed | yearly with gift 3 | 2027-06-16 paid; 2027-07-01 void; 2028-02-20 pause 1 | notPossible
  What was closed returns, twice in a row | yearly | 2026-11-20 pause 1; 2026-12-25 pause 1; 2027-06-16 paid | active 2028-06-16 ACTIVE | to 2028-06-23 | paused, resumed, paused, resumed, renewalReminder, payment less 2
  after resuming early | yearly | 2026-11-20 pause 3; 2027-01-04 reactivate | active 2027-06-16 ACTIVE, pause 1+15d | to 2027-08-07 | paused, resumed
  in whole days, of less than a month | yearly | 2026-11-20 pause 3; 2026-11-30T15:00 reactivate | active 2027-06-16 ACTIVE, pause 0+10d | to 2027-07-03 | paused, resumed
  and after cancelling | yearly | 2026-11-20 pause 3; 2027-01-04 cancel | ending 2027-06-16, pause 1+15d from 2027-06-16 | to 2027-07-31 | paused, cancelled
  A reader who looks in for some minutes, and pauses again, has used a day | yearly | 2026-11-20 pause 1; 2026-12-20T12:10 pause 1 | notPossible
  after resuming early too | yearly | 2026-11-20 pause 3; 2026-12-20T14:00 reactivate; 2026-12-21T13:59 pause 1 | notPossible
  and after cancelling in between | yearly | 2026-11-20 pause 3; 2026-12-20T14:00 cancel; 2026-12-20T14:05 reactivate; 2026-12-20T14:10 pause 1 | notPossible
  A day later the next pause is possible | yearly | 2026-11-20 pause 3; 2026-12-20T14:00 reactivate; 2026-12-21T14:00 pause 1; 2027-06-16 paid | active 2028-06-16 ACTIVE | to 2028-06-23 | paused, resumed, paused, resumed, renewalReminder, payment less 2
  A gift is access by itself | none | 2026-11-20 gift 3; 2027-02-20 | none | closed | redeemed, ending, gift used
  after what was granted | none | 2026-11-20 grant 2026-12-20; 2026-11-21 gift 3 | none, gift 3 from 2026-12-20 | to 2027-03-20 | redeemed
  and during a dispute | disputed | 2026-11-20 gift 3 | disputed, gift 3 from 2026-11-20 | to 2027-02-20 | redeemed
  47 days wait | active with gift 0+47d | 2026-11-30 paid | active 2026-12-30 ACTIVE, gift 0+47d | to 2027-02-22 | payment
  until the subscription ends | active with gift 0+47d | 2026-11-20 cancel | ending 2026-11-30, gift 0+47d from 2026-11-30 | to 2027-01-16 | cancelled
  The first payment of a trial is made | trial | 2026-11-20 gift 3; 2026-11-30 paid | active 2026-12-30 SUSPENDED, gift 3 | to 2027-04-06 | redeemed, payment
  that of a new plan is shared | changed | 2026-11-20 gift 3; 2026-11-30 paid | active 2027-11-30 ACTIVE | to 2027-12-07 | renewalReminder, redeemed, payment less 3
  Two gifts share two payments of a student | student with gift 12, two 6 | 2027-06-16 paid; 2028-06-16 paid | active 2029-06-16 ACTIVE | to 2029-06-23 | renewalReminder, payment less 12, renewalReminder, gift used, payment less 6
  A disputed gift waits until it’s restored | none with gift 3 | 2026-12-20 suspended; 2026-12-30 valid | none, gift 2 from 2026-12-30 | to 2027-02-28 | suspended, restored
  What a disputed gift has closed returns after a payment | active with gift 3 | 2026-12-15 suspended; 2026-12-30 paid; 2027-01-10 valid | active 2027-01-30 SUSPENDED, gift 2+15d | to 2027-04-21
  What was shared is closed | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 suspended | active 2028-03-16 ACTIVE | to 2028-03-16, 2028-06-16 to 2028-06-23 | renewalReminder, payment less 3, suspended
  also after a refund | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 void | active 2028-03-16 ACTIVE | to 2028-03-16, 2028-06-16 to 2028-06-23 | renewalReminder, payment less 3, refunded, gift used
  and a new approval follows what is left | yearly with gift 3 | 2027-06-16 paid; 2027-08-01 void; 2027-08-02 CANCELLED; 2028-03-01 change annual | active 2028-03-16 ACTIVE | to 2028-03-23
  What was due happens first | ending | 2026-12-20 late gift 3 | ended, gift 3 from 2026-12-20 | to 2027-03-20 | ended, redeemed
  or when it’s restored | active with gift 3, two 3 | 2026-12-15 suspended; 2026-12-20 valid | active 2026-12-30 SUSPENDED, gift 2+5d, two 3 | to 2027-06-11 | suspended, restored
  the months of others stay open | active with gift 3, two 3 | 2026-12-15 void | active 2026-11-30 SUSPENDED, two 3 | 2026-12-30 to 2027-04-06 | refunded, gift used
  also after a cancellation | yearly with gift 12, two 3 | 2027-06-16 paid; 2027-08-01 cancel; 2027-10-01 void; 2027-10-02 | ended, two 3 from 2027-10-01 | to 2028-01-01 | renewalReminder, payment less 12, cancelled, ended, refunded, gift used
  a pause of what it has paid earns nothing | yearly with gift 12 | 2027-06-16 paid; 2027-07-01 pause 1; 2027-08-02 void | active 2027-06-16 ACTIVE, (pause 1) | 2028-06-16 to 2028-06-23
  A voided gift stays closed in the middle of a period | yearly with gift 3, two 3 | 2027-06-16 paid; 2027-06-20 void; 2027-06-21 CANCELLED; 2027-06-22 change annual unpaid | active 2028-06-16 ACTIVE | to 2027-12-16, 2028-03-16 to 2028-06-23
  pausing there earns nothing | yearly with gift 3, two 3 | 2027-06-16 paid; 2027-06-20 void; 2027-12-16 pause 3; 2028-03-16 | active 2028-06-16 ACTIVE
  A gift outlasts a pause, a plan change and a cancellation | active with gift 3 | 2026-11-20 pause 2; 2026-11-21 change annual unpaid; 2026-11-22 cancel; 2026-12-02 | ended, gift 3 from 2026-11-30
  as does the paid time | active | 2026-11-20 pause 2; 2026-11-21 change annual unpaid; 2026-11-22 cancel | ending 2026-11-30
  to the day, before the end of February | active | 2026-11-30 paid; 2026-12-30 paid; 2027-01-02 pause 1; 2027-01-03 change annual unpaid | paused 2027-01-30 2027-02-28 ACTIVE | to 2027-01-30, 2027-02-28 to 2027-03-07
  when it’s cancelled too | active | 2026-11-30 paid; 2026-12-30 paid; 2027-01-02 pause 1; 2027-01-03 change annual unpaid; 2027-01-04 cancel | ending 2027-01-30
  Access at once keeps the gift | active with gift 3 | 2026-11-20 pause 2; 2026-11-21 change annual unpaid; 2026-12-05 change annual | active 2027-12-05 ACTIVE, gift 3
  also in the 48 hours before a pause ends | active with gift 3 | 2026-11-20 pause 1; 2026-12-29 change monthly | active 2027-01-29 SUSPENDED, gift 3
  Complimentary access ends | none | 2026-11-20 grant 2026-12-20; 2026-11-21 grant | none | closed |
  A failed payment is retried once | failed | 2026-11-20 retryPayment a; 2026-11-20 retryPayment b | notPossible
  | failed | 2026-11-20 retryPayment a; 2026-11-20 retryDeclined a; 2026-11-20 retryPayment b | declined 2026-11-19
  if PayPal has tried to collect it | missing | 2026-11-20 retryPayment a | notPossible
  A gift ends a failing subscription only if the reader agrees | failed | 2026-11-20 gift 3 gift kept | notPossible
  A gift is redeemed once | active with gift 3 | 2026-11-20 gift 3 | stale
`)

it('a subscription’s record contains a limited number of unused gifts', () => {
  const gifts = Array.from({ length: maxBankEntries }, (_, id) => `${id} 3`).join(', ')
  expect(readStory(`none with ${gifts}`, '2026-11-20 gift 3')).toEqual(['notPossible'])
})

it('a due date that an earlier version has stored is corrected', () => {
  const { record } = tell('active', '')
  const time = { kind: 'timePassed' } as const
  expect(transition({ ...record, dueAt: null }, time, now)).toMatchObject({
    value: { record, emails: [] },
  })
  expect(transition(record, time, now)).toEqual({ ok: false, failure: 'stale' })
})

it('two lists are merged with the latest entry last and without the oldest entries', () => {
  const list = (...times: readonly number[]) =>
    times.map((time) => ({ provider: `I-${time}`, at: new Date(time), seenPaymentAt: null }))
  expect(mergeReplaced(list(2, 9), list(1, 5))).toEqual(list(1, 2, 5, 9))
  const latest = list(...Array.from({ length: maxReplaced }, (_, index) => index + 1))
  expect(mergeReplaced(latest, list(0))).toEqual(latest)
})

testStories(`
  A replaced one is ended until it’s cancelled | ended | 2026-11-20 buy monthly_13; 2026-11-21 ACTIVE of I-1 paid 2026-10-30 | active 2026-12-20 ACTIVE | to 2026-12-27 | started, ends I-1, payment, ends I-1
  then nothing is due | ended | 2026-11-20 buy monthly_13; 2026-11-21 CANCELLED of I-1 paid 2026-10-30 | stale
  but a later payment of it | ended | 2026-11-20 buy monthly_13; 2026-11-22 CANCELLED of I-1 paid 2026-11-21 | active 2026-12-20 ACTIVE | to 2026-12-27 | started, ends I-1, payment, ends I-1
  once | ended | 2026-11-20 buy monthly_13; 2026-11-22 CANCELLED of I-1 paid 2026-11-21; 2026-11-23 CANCELLED of I-1 paid 2026-11-21 | stale
`)

it('a first subscription is billed after its trial, and immediately without a trial', () => {
  const { record: complimentary } = tell('none', '2026-11-20 grant 2026-12-20')
  const ends = [null, complimentary].map((one) => getTrialEnd(one, 14, on('2026-11-20T00:30')))
  expect(ends).toEqual([on('2026-12-04T10:00'), on('2026-12-04T10:00')])
  const others = stateNames.map((name) => getTrialEnd(tell(name, '').record, 14, now))
  expect(new Set([...others, getTrialEnd(null, 0, now)])).toEqual(new Set([null]))
})
