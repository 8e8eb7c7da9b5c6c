import { expect } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { describeGiftEffect } from './gift-effect.ts'
import { formatNextPayment } from './outlook-text.ts'
import { formatDate, now, tell } from './testing/stories.ts'

const gift = { id: 'new', months: 3 } as const

// Columns: the end of access, and the next payment without and with the gift. Months count, whatever the gift cost.
eachRow(`
  none | startsNow | 2027-02-20 | null | null
  disputed | startsNow | 2027-02-20 | null | null
  failed | endsFailing | 2027-02-20 | null | null
  none with gift 3 | extendsAccess | 2027-05-20 | null | null
  ending | afterPaidPeriod | 2027-02-28 | null | null
  active | postponesBilling | null | $13.99 on 30 November 2026 | $13.99 on 28 February 2027
  active with gift 3 | postponesBilling | null | $13.99 on 28 February 2027 | $13.99 on 30 May 2027
  yearly | reducesPayment | null | $99 on 16 June 2027 | $74.25 on 16 June 2027
  international | reducesPayment | null | $79.99 on 16 June 2027 | $59.99 on 16 June 2027
  trial | waits | null | $13.99 on 30 November 2026 | $13.99 on 30 November 2026
  changed | reducesPayment | null | $99 on 30 November 2026 | $74.25 on 30 November 2026
  paused | paused | null | $13.99 on 30 January 2027 | $13.99 on 30 April 2027
  yearlyPause | paused | null | $82.50 on 16 June 2027 | $57.75 on 16 June 2027
`)('for %s: %s', (start, ...expected) => {
  const effect = describeGiftEffect(tell(start, '').record, gift, now)!
  const { kind, until, paymentBefore, payment } = effect
  const payments = [paymentBefore, payment].map((one) => one && formatNextPayment(one))
  expect([kind, until && formatDate(until), ...payments].map(String)).toEqual(expected)
  const redeemed = tell(start, '2026-11-20 gift 3 new').record
  expect(describeGiftEffect(redeemed, gift, now)).toBeNull()
})
