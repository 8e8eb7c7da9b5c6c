import { expect, it } from 'vitest'
import { retentionOffer } from '../../publication/offer.ts'
import { day } from '../duration.ts'
import { addMonths } from '../month.ts'
import { eachRow } from '../testing/each-row.ts'
import { isEntitled } from './entitlement.ts'
import { describeOutlook, describeSteps, listUpcoming, type Outlook } from './outlook.ts'
import { formatNextPayment, summariseUpcoming } from './outlook-text.ts'
import { formatDate, now, on, stateNames, tell } from './testing/stories.ts'
import { readStory } from './testing/test-stories.ts'

const { months: freeMonths } = retentionOffer
const addDays = (days: number, to = now) => new Date(to.getTime() + days * day)

// Columns: the start, the steps, and what the reader is shown afterwards.
eachRow(`
  active | 2026-11-20 gift 3 | 30 November 2026 to 30 January 2027: No payments: these three months are covered by your gift. / 28 February 2027 to 30 October 2027: You’ll pay $13.99 each month.
  active | 2026-11-20 gift 3; 2026-12-15 cancel | 28 February 2027: Your subscription ends, and subscriber stories will be locked.
  active | 2026-11-28 pause 1 | 30 November 2026: You’ll pay $13.99. / 30 December 2026: Your pause begins. Subscriber stories will be locked, and you won’t be charged. / 30 January 2027: Your pause ends, and you can read everything again. / 30 January 2027 to 30 October 2027: You’ll pay $13.99 each month.
  paused | 2026-11-20 gift 3; 2026-12-15 | 30 January 2027: Your pause ends, and you can read everything again. / 30 January 2027 to 30 March 2027: No payments: these three months are covered by your gift. / 30 April 2027 to 30 November 2027: You’ll pay $13.99 each month.
  yearly | 2026-11-20 gift 3 | 16 June 2027: You’ll pay $74.25, with three months of your gift taken off. PayPal will charge the full price, and we’ll refund the rest straight away.
  soldFor49 | 2026-11-20 gift 3 | 16 June 2027: You’ll pay $36.75, with three months of your gift taken off. PayPal will charge the full price, and we’ll refund the rest straight away.
  yearly | 2026-11-20 pause 1 | 20 December 2026: Your pause ends, and you can read everything again. / 16 June 2027: You’ll pay $90.75, with one month of your pause taken off. PayPal will charge the full price, and we’ll refund the rest straight away.
  yearly | 2026-11-20 gift 3; 2026-11-21 change monthly | 16 September 2027 to 16 November 2027: You’ll pay $13.99 each month.
  student | 2026-11-20 gift 12; 2026-11-21 gift 6 two | 16 June 2027: You’ll pay nothing, with twelve months of your gift taken off. PayPal will charge the full price, and we’ll refund all of it straight away.
  trial | 2026-11-20 gift 3 | 30 November 2026: You’ll pay $13.99. / 30 December 2026 to 28 February 2027: No payments: these three months are covered by your gift. / 30 March 2027 to 30 October 2027: You’ll pay $13.99 each month.
  none | 2026-11-20 gift 3; 2027-01-04 buy monthly_13; 2027-01-10 cancel | 20 March 2027: Your subscription ends, and subscriber stories will be locked.
  active with gift 3 | 2026-12-15 | 30 December 2026: No payment: this month is covered by your gift. / 30 January 2027: No payment: this month is covered by your gift. / 28 February 2027 to 30 November 2027: You’ll pay $13.99 each month.
  yearlyPause with gift 3 | 2026-11-20 | 18 January 2027: Your pause ends, and you can read everything again. / 16 June 2027: You’ll pay $57.75, with five months of your gift and your pause taken off. PayPal will charge the full price, and we’ll refund the rest straight away.
  yearly with gift 3 | 2027-06-16 paid; 2027-08-01 void | 16 March 2028: Subscriber stories will be locked: your gift can’t cover this time any more. / 16 June 2028: You can read everything again. / 16 June 2028: You’ll pay $99.
  yearly with gift 3 | 2027-06-16 paid; 2027-08-01 disputed; 2027-11-20 disputeWon | 16 March 2028: Subscriber stories will be locked: your gift can’t cover this time any more. / 16 June 2028: You can read everything again. / 16 June 2028: You’ll pay $99.
  active with gift 3 | 2026-12-15 void | 30 December 2026: You can read everything again. / 30 December 2026 to 30 November 2027: You’ll pay $13.99 each month.
  active with gift 3 | 2026-12-15 suspended; 2026-12-16 pause 1 | 30 January 2027: Your pause ends, and you can read everything again. / 30 January 2027 to 30 November 2027: You’ll pay $13.99 each month.
  yearly with gift 3 | 2027-06-16 paid; 2027-08-01 void; 2027-09-01 cancel | 16 March 2028: Your subscription ends, and subscriber stories will be locked.
  disputed | 2026-11-20 | 
`)('%s, %s: %s', (start, steps, expected) => {
  const { record, when } = tell(start, steps)
  const told = summariseUpcoming(listUpcoming(record, when)).map((entry) => entry.join(': '))
  expect(told).toEqual(expected.split(' / ').filter(Boolean))
})

// Columns: the start, the steps, and the state on 20 November: whether access is open, when that ends, when it opens
// again, the next payment, and the months given.
eachRow(`
  active | cancel | open | 2026-11-30 | - | - | 0
  active | acceptOffer | open | - | - | ${formatNextPayment({ at: addMonths(on('2026-11-30'), freeMonths), minorUnits: 1399 })} | ${freeMonths}
  active | pause 2 | open | 2026-11-30 | 2027-01-30 | $13.99 on 30 January 2027 | 0
  active with gift 3 | cancel | open | 2027-02-28 | - | - | 3
  active with gift 3 | pause 1 | open | 2026-11-30 | 2026-12-30 | $13.99 on 30 March 2027 | 3
  yearly | pause 2 | closed | - | 2027-01-20 | $82.50 on 16 June 2027 | 0
  yearly with gift 3 | pause 3 | closed | - | 2027-02-20 | $49.50 on 16 June 2027 | 3
  yearlyPause | reactivate | open | - | - | $99 on 16 June 2027 | 0
  paused | reactivate | open | - | - | $13.99 on 30 November 2026 | 0
  ending with gift 3 | reactivate | open | - | - | $13.99 on 28 February 2027 | 3
`)('of a reader who is %s, %s means: %s', (start, step, ...expected) => {
  const { pause, ...steps } = describeSteps(tell(start, '').record, now)
  const [kind, months] = step.split(' ')
  const outlook = months ? pause[Number(months) as 1] : steps[kind as 'cancel']
  if (!outlook) return expect(expected).toEqual(['impossible'])
  const { isOpen, closesAt, opensAt, nextPayment, givenMonths } = outlook
  const dates = [closesAt, opensAt].map((date) => (date ? formatDate(date) : '-'))
  const payment = nextPayment ? formatNextPayment(nextPayment) : '-'
  expect([isOpen ? 'open' : 'closed', ...dates, payment, `${givenMonths}`]).toEqual(expected)
})

const steps = ['', 'cancel', 'acceptOffer', 'reactivate', 'pause 1', 'pause 2', 'pause 3']

const isToldOpen = ({ isOpen, upcoming }: Outlook, day: Date) =>
  upcoming
    .filter(({ at }) => at <= day)
    .reduce((open, { kind }) => {
      if (kind === 'opens' || kind === 'unlocks') return true
      return kind === 'closes' || kind === 'locks' || kind === 'ends' ? false : open
    }, isOpen)

/** Lists noon of each day from 20 November until `end`. */
const listDays = (from: Date, end: Date) =>
  Array.from({ length: (+end - +from) / day }, (_, index) => addDays(index, from))

const locked = [
  ['yearly with gift 3', '2027-06-16 paid; 2027-08-01 void; 2027-08-02'],
  ['yearly with gift 12', '2027-06-16 paid; 2027-08-01 suspended; 2027-08-02'],
  ['yearly with gift 3', '2027-06-16 paid; 2027-08-01 disputed; 2027-11-20 disputeWon; 2027-11-21'],
  ['active with gift 3', '2026-12-15 void; 2026-12-16'],
]
const lives = [...stateNames, ...stateNames.map((name) => `${name} with gift 3`)]
  .map((start) => [start, '2026-11-20'])
  .concat(locked)

it.each(lives)(
  'the outlook of %s, %s, turns out to be right after each step, or without one',
  (start, life) => {
    for (const step of steps) {
      const story = `${life} ${step}`
      if (readStory(start, story)[0] === 'notPossible') continue
      const { record, when, log } = tell(start, story)
      const told = describeOutlook(record, when)
      const payment = told.upcoming.find(({ kind }) => kind === 'payment')
      for (const at of listDays(when, payment?.at ?? addDays(360, when)))
        expect([at, isEntitled(record, at)]).toEqual([at, isToldOpen(told, at)])
      if (!payment) continue
      const { at, months } = payment
      const paid = tell(start, `${story}; ${formatDate(at)} paid`)
      expect(isEntitled(paid.record, addDays(1, at))).toBe(true)
      expect(paid.log.slice(log.length)).toContain(
        months > 0 ? `payment less ${months}` : 'payment',
      )
    }
  },
)
