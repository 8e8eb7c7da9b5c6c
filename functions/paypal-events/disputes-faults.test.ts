import { expect, it } from 'vitest'
import type { Ledger } from '../../scripts/dev/fakes/paypal/ledger.ts'
import { listPayments } from '../subscription/testing/checkout-steps.ts'
import { approveAndReturn, startChange, subscribe } from '../subscription/testing/plan-change.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

/** Sends PayPal's decision in a dispute over the payment; null opens the dispute. */
async function dispute(harness: WorkerHarness, ...decision: Parameters<Ledger['dispute']>) {
  harness.ledger.dispute(...decision)
  await harness.runUntilIdle()
  return (await harness.record()).subscription?.state
}

/** The bank reverses a payment some days after it was disputed. */
async function loseDispute(harness: WorkerHarness, payment: string) {
  await dispute(harness, payment, null)
  await harness.passDays(3)
  harness.ledger.dispute(payment, 'lost')
  harness.ledger.reverse(payment)
  await harness.runUntilIdle()
}

it.each([
  ['is paid', 0, 40],
  ['waits for its first payment after the former was paid again', 32, 0],
])(
  'a lost dispute about a former payment doesn’t end the plan that %s',
  async (_, before, after) => {
    const harness = new WorkerHarness()
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
  },
)

async function subscribeForAYear() {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout('annual_99')
  await subscribe(harness)
  harness.sentEmails.length = 0
  return { harness, payment: listPayments(harness)[0]!.id }
}

it('a partially settled dispute leaves access unchanged, unless the rest was returned before', async () => {
  const { harness, payment } = await subscribeForAYear()
  expect(await dispute(harness, payment, null)).toBe('disputed')
  expect(await dispute(harness, payment, 'partial')).toBe('active')
  expect(harness.listSentEmails().join()).not.toContain('refund')
  const rest = { kind: 'settled', payment, share: 4950, months: 6, excess: 0, state: 'returned' }
  await harness.store({ [`subscriptions/${harness.uid}/history/settlement-${payment}`]: rest })
  expect(await dispute(harness, payment, null, 2)).toBe('disputed')
  expect(await dispute(harness, payment, 'partial', 2)).toBe('ended')
})

it('a dispute that is closed without a decision grants no access while a later dispute is open', async () => {
  const { harness, payment } = await subscribeForAYear()
  for (const [outcome, count, state] of [
    [null, 1, 'disputed'],
    [null, 2, 'disputed'],
    ['none', 1, 'disputed'],
    ['won', 2, 'active'],
  ] as const)
    expect(await dispute(harness, payment, outcome, count)).toBe(state)
})
