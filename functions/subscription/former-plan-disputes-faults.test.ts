import { expect, it } from 'vitest'
import type { WorkerHarness } from '../testing/worker-harness.ts'
import { listPayments, openHarness } from './testing/checkout-steps.ts'
import { approveAndReturn, startChange, subscribe } from './testing/plan-change.ts'

/** The bank takes a payment back some days after it was disputed. */
async function loseDispute(harness: WorkerHarness, payment: string) {
  harness.ledger.dispute(payment, null)
  await harness.runUntilIdle()
  await harness.passDays(3)
  harness.ledger.dispute(payment, 'lost')
  harness.ledger.reverse(payment)
  await harness.runUntilIdle()
}

it.each([
  ['is paid', 0, 40],
  ['waits for its first payment, and the former was paid again', 32, 0],
])('a lost dispute of a former payment doesn’t end the plan that %s', async (_, before, after) => {
  const harness = openHarness()
  await harness.storeReaderAndCheckout()
  await subscribe(harness)
  await harness.passDays(before)
  await harness.logIn()
  await startChange(harness)
  await approveAndReturn(harness)
  await harness.passDays(after)
  const [earliest] = listPayments(harness)
  await loseDispute(harness, earliest!.id)
  const { subscription } = await harness.record()
  expect(subscription).toMatchObject({ state: 'active', plan: 'annual_99' })
})
