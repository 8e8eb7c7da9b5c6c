/** Part of a payment is returned after the operator has changed the price for new readers. */
import { expect, it } from 'vitest'
import { reconciliationPath } from '../../src/domain/subscription/reconciliation-record.ts'
import { createSold } from '../../src/domain/subscription/sold.ts'
import { listKept } from '../subscription/testing/checkout-steps.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

it.each([
  ['raised', 4900],
  ['lowered', 14900],
])('the sold price applies even after the price for new readers is %s', async (_, sold) => {
  const harness = new WorkerHarness()
  harness.payPalPlans['P-YEAR']!.value = `${sold / 100}.00`
  await harness.storeReaderAndCheckout('annual_99')
  const stored = { ...createSold('annual_99', 'P-YEAR'), minorUnits: sold }
  await harness.merge(`checkouts/${harness.provider}`, { sold: stored })
  await harness.subscribe()
  await harness.applyEvent({ kind: 'redeemGift', gift: 'G1', months: 6, endFailing: false })
  await harness.passDays(370, 48)
  expect(listKept(harness).map(({ minorUnits }) => minorUnits)).toEqual([sold, sold / 2])
  const emails = harness.sentEmails.map(({ text }) => text).join()
  expect(emails).toContain(`PayPal will charge $${sold / 100} on`)
  expect(emails).not.toContain('$99')
  const health = await harness.deps.firestore.get(reconciliationPath)
  expect(health).toMatchObject({ value: { fields: { lastExcessAt: null } } })
})
