/** What readers are told about their access and their payments comes true. */
import { expect, it } from 'vitest'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { createSold } from '../../src/domain/subscription/sold.ts'
import { listKept, openHarness, readAnswer } from './testing/checkout-steps.ts'

async function openYear(changes: object = {}) {
  const harness = openHarness()
  await harness.storeReaderAndCheckout('annual_99')
  const set = `checkouts/${harness.provider}`
  await harness.deps.firestore.commit([{ set, fields: changes, merge: true }])
  return harness
}

const redeem = (months: 3 | 6) =>
  ({ kind: 'redeemGift', gift: 'G1', months, endFailing: false }) as const

it('a reader whose gift is refunded learns when access closes, and when it opens again', async () => {
  const harness = await openYear()
  await harness.subscribe()
  await harness.advanceDays(270)
  await harness.applyEvent(redeem(3))
  await harness.passDays(70, 24)
  harness.sentEmails.length = 0
  await harness.applyEvent({ kind: 'giftChanged', gift: 'G1', status: 'void' })
  await harness.runUntilIdle()
  const [email] = harness.sentEmails
  expect(email?.text).toContain(
    'You can read everything until 1 December 2027, and again from 1 March 2028.',
  )
  expect(email?.text).toContain('1 December 2027 – Subscriber stories will be locked')
  await harness.logIn()
  const subscription = await readAnswer(harness.get('/api/subscription'))
  expect(subscription).toMatchObject({ entitled: true, until: '2027-12-01T10:00:00.000Z' })
})

it.each([
  ['raised', 4900],
  ['lowered', 14900],
])('what was sold counts, though the price is %s', async (_, sold) => {
  const harness = await openYear({
    sold: { ...createSold('annual_99', 'P-YEAR'), minorUnits: sold },
  })
  harness.payPalPlans['P-YEAR']!.value = `${sold / 100}.00`
  await harness.subscribe()
  await harness.applyEvent(redeem(6))
  await harness.passDays(370, 48)
  expect(listKept(harness).map(({ minorUnits }) => minorUnits)).toEqual([sold, sold / 2])
  const emails = harness.sentEmails.map(({ text }) => text).join()
  expect(emails).toContain(`PayPal charges $${sold / 100} on`)
  expect(emails).not.toContain('$99')
  const health = await harness.deps.firestore.get(reconciliationPath)
  expect(health).toMatchObject({ value: { fields: { lastExcessAt: null } } })
})
