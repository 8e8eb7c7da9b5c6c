import { expect, it } from 'vitest'
import { eachRow } from '../testing/each-row.ts'
import { resolveEntitlement } from './entitlement.ts'
import { formatDate, now, on, tell } from './testing/stories.ts'

// Columns: status, detail, whether everything is open, when that ends, and the possible steps.
eachRow(`
  none | | notSubscribed none closed | subscribe
  none | 2026-11-20 grant 2026-12-20 | isSubscribed complimentary open 2026-12-20 | subscribe
  none with gift 3 | | isSubscribed gift open 2027-02-20 | subscribe
  none with gift 3 | 2026-11-20 grant 2026-12-20 | isSubscribed complimentary open 2027-03-20 | subscribe
  active | | isSubscribed active open | cancel pause acceptOffer changePlan
  active | 2026-12-03 | isSubscribed active open | cancel pause acceptOffer
  active with gift 3 | 2026-12-15 void | isSubscribed active closed | cancel pause acceptOffer changePlan
  trial | | isSubscribed active open | cancel changePlan
  changed | | isSubscribed active open | cancel acceptOffer changePlan
  ending | | isEnding cancelled open 2026-11-30 | reactivate
  ending | 2026-11-29 | isEnding cancelled open 2026-11-30 | approve changePlan
  ending with gift 3 | | isEnding cancelled open 2027-02-28 | reactivate
  ending | 2026-12-01 | needsToRestart ended closed | subscribe
  final | | isEnding cancelled open 2026-11-30 | approve changePlan
  former | | isEnding cancelled open 2026-11-30 | subscribe
  final | 2026-11-20 buy annual_99; 2026-11-21 grant 2026-12-20; 2026-11-22 refunded | isSubscribed complimentary open 2026-12-20 | subscribe
  paused | | isSubscribed paused open 2026-11-30 | cancel reactivate changePlan
  paused | 2026-12-10 | isEnding paused closed | cancel reactivate approve changePlan
  active | 2026-11-29 pause 1; 2026-12-01 | isSubscribed paused open 2026-12-30 | cancel reactivate
  failed | | needsToRestart paymentFailed open 2026-11-26 | cancel retryPayment
  missing | | needsToRestart paymentMissing open 2026-11-26 | cancel approve changePlan
  disputed | | needsToRestart disputed closed |
  ended | | needsToRestart ended closed | subscribe
`)('%s, %s: %s, and can %s', (start, steps, access, allowed) => {
  const { record, when } = tell(start, steps)
  const { status, detail, entitled, until, allowedSteps } = resolveEntitlement(record, when)
  const isOpen = entitled ? 'open' : 'closed'
  const words = [status, detail, isOpen, ...(until ? [formatDate(until)] : [])]
  expect([words.join(' '), allowedSteps.join(' ')]).toEqual([access, allowed])
  for (let days = 0; days < 500; days += 3) {
    const later = new Date(when.getTime() + days * 24 * 60 * 60 * 1000)
    const { entitled: isOpenThen, until: end } = resolveEntitlement(record, later)
    if (end) expect(isOpenThen && end > later).toBe(true)
  }
})

it.each<[string, object]>([
  ['none', { plan: null, paidThrough: null, nextPayment: null, givenMonths: 0, givenUntil: null }],
  ['none with gift 3', { givenMonths: 3, givenUntil: on('2027-02-20') }],
  ['changed', { plan: 'annual_99', previousPlan: 'monthly_13', paidThrough: on('2026-11-30') }],
  ['paused', { previousPlan: null, resumesAt: on('2027-01-30') }],
  ['soldFor49', { price: 4900, nextPayment: { at: on('2027-06-16'), minorUnits: 4900 } }],
  ['yearly with gift 3', { nextPayment: { at: on('2027-06-16'), minorUnits: 7425 } }],
])('the entitlement of “%s” has %o', (start, expected) => {
  expect(resolveEntitlement(tell(start, '').record, now)).toMatchObject(expected)
})
