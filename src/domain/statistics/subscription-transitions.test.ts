import { expect } from 'vitest'
import { formatDate, tell } from '../subscription/testing/stories.ts'
import { eachRow } from '../testing/each-row.ts'
import { describeSubscriptionTransitions } from './subscription-transitions.ts'

function describeLast(start: string, steps: string) {
  const { record, when, last } = tell(start, steps)
  const cause = { event: last!.event, isByOperator: false, at: when }
  return describeSubscriptionTransitions(last!.before, record, cause).map(
    ({ kind, plan, amount, reason, at }) =>
      [kind, plan, amount, reason, formatDate(at)].filter((word) => word !== '').join(' '),
  )
}

// Columns: the reason, the start, the steps, and the transition counted for the last step.
eachRow(`
  A subscription starts | none | 2026-11-20 buy monthly_13 | started monthly_13 1399 2026-11-20
  It starts with a trial | none | 2026-11-20 buy monthly_13 unpaid trial | started monthly_13 0 trial 2026-11-20
  The trial is paid after its end | trial | 2026-12-01 ACTIVE paid 2026-11-30 | renewed monthly_13 1399 trial 2026-11-30
  It is renewed on the day of the payment | active | 2026-12-02 ACTIVE paid 2026-11-30 | renewed monthly_13 1399 2026-11-30
  It is renewed for less than today’s price | active | 2026-12-02 ACTIVE paid 2026-11-30 cents 1299 | renewed monthly_13 1299 2026-11-30
  A payment above the price isn’t revenue | none | 2026-11-20 buy monthly_13 cents 1499 | started monthly_13 1399 2026-11-20
  A payment fails | active | 2026-12-01 ACTIVE failed 2026-11-30 | paymentFailed monthly_13 0 2026-11-30
  A failed payment is made later | failed | 2026-11-23 ACTIVE paid 2026-11-22 | renewed monthly_13 1399 2026-11-22, paymentRecovered monthly_13 0 2026-11-23
  A failed payment is never made | failed | 2027-01-10 late timePassed | ended monthly_13 0 paymentFailed 2027-01-10
  It is cancelled after a failed payment | failed | 2026-11-21 cancel | cancelled monthly_13 0 unknown 2026-11-21, ended monthly_13 0 cancelled 2026-11-21
  It is cancelled | active | 2026-11-20 cancel price | cancelled monthly_13 0 price 2026-11-20
  It is cancelled at PayPal | active | 2026-11-21 CANCELLED | cancelled monthly_13 0 payPal 2026-11-21
  It is cancelled with its account | active | 2026-11-21 endNow | cancelled monthly_13 0 accountDeleted 2026-11-21, ended monthly_13 0 cancelled 2026-11-21
  It is reactivated | ending | 2026-11-21 reactivate | reactivated monthly_13 0 2026-11-21
  It ends after it was cancelled | ending | 2026-12-10 late timePassed | ended monthly_13 0 cancelled 2026-12-10
  It is paused | active | 2026-11-20 pause 2 | paused monthly_13 0 2 2026-11-20
  A pause ends early | paused | 2026-11-21 reactivate | resumed monthly_13 0 early 2026-11-21
  A pause ends as planned | paused | 2027-01-30 late timePassed | resumed monthly_13 0 planned 2027-01-30
  A pause ends with its payment | paused | 2027-01-31 late ACTIVE paid 2027-01-30 | renewed monthly_13 1399 2027-01-30, resumed monthly_13 0 planned 2027-01-31
  A pause ends without a payment, and nobody has looked for months | paused | 2027-04-20 late timePassed | ended monthly_13 0 paymentFailed 2027-04-20
  Its plan changes, and is paid later | active | 2026-11-21 start; 2026-11-21 change annual | planChanged annual_99 0 monthly_13 2026-11-21
  A changed plan is paid, which is a renewal | active | 2026-11-21 start; 2026-11-21 change annual; 2026-12-01 ACTIVE paid 2026-11-30 | renewed annual_99 9900 planChange 2026-11-30
  A payment is missing | active | 2026-12-10 late timePassed | paymentFailed monthly_13 0 2026-11-30
  A missing payment is made by approving again | missing | 2026-11-21 start; 2026-11-21 change monthly | renewed monthly_13 1399 2026-11-21, paymentRecovered monthly_13 0 2026-11-21
  It gets a free month | active | 2026-11-20 acceptOffer | offerTaken monthly_13 0 2026-11-20
  A refund ends it, which is found in the history itself | active | 2026-11-21 refunded | ended monthly_13 0 refunded 2026-11-21
  It is disputed | active | 2026-11-21 disputed | disputed monthly_13 0 2026-11-21
  A dispute is won | active | 2026-11-21 disputed; 2026-11-24 disputeWon | disputeWon monthly_13 0 2026-11-24
  A dispute is lost | active | 2026-11-21 disputed; 2026-11-22 refunded | ended monthly_13 0 disputed 2026-11-22
  It ends for a gift while its payment has failed | failed | 2026-11-21 gift 3 | ended monthly_13 0 gift 2026-11-21
  It starts again | ended | 2026-11-21 buy monthly_13 | started monthly_13 1399 returned 2026-11-21
  A grant isn’t counted | active | 2026-11-21 grant 2027-01-01 |
  A gift isn’t counted | active | 2026-11-21 gift 3 |
  A payment during a pause isn’t counted | paused | 2026-12-01 ACTIVE paid 2026-11-30 |
`)('%s: %s, %s: %s', (_, start, steps, expected) => {
  expect(describeLast(start!, steps!).join(', ')).toBe(expected)
})
