/** A reader who starts checkouts that nobody approves. */
import { describe, expect, it } from 'vitest'
import { maxOpenCheckouts } from '../../src/domain/subscription/open-checkouts.ts'
import { openCountedHarness, openReader } from '../testing/counted-purchases.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import {
  listPayments,
  openHarness,
  readAnswer,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'

async function startMany(harness: WorkerHarness) {
  const ids: string[] = []
  for (let count = 0; count < maxOpenCheckouts; count++)
    ids.push(await startMonthlyCheckout(harness.browser))
  return ids
}

const startAnother = async (harness: WorkerHarness) => {
  const choice = { kind: 'monthly', source: null, requestId: crypto.randomUUID() }
  return (await harness.post('/api/checkout', choice)).status
}

describe('after many in a day', () => {
  it.each(['reader', 'guest'])('a %s can’t start another, but approve one', async (buyer) => {
    const harness = openHarness()
    await openReader(harness, harness.uid)
    if (buyer === 'reader') await harness.logIn()
    const ids = await startMany(harness)
    expect(await startAnother(harness)).toBe(429)
    harness.ledger.approve(ids[0]!, payer)
    expect(await requestApproval(harness, ids[0]!)).toMatchObject({ state: 'running' })
  })

  it('a reader can start another on the next day', async () => {
    const harness = openHarness()
    await openReader(harness, harness.uid)
    await harness.logIn()
    await startMany(harness)
    await harness.advanceDays(1)
    expect(await startAnother(harness)).toBe(200)
  })

  it('the event of a dispute asks PayPal only about the one that was paid', async () => {
    const { harness, calls } = openCountedHarness(unlimitedRateLimits)
    await harness.storeReaderAndCheckout()
    await harness.subscribe()
    await harness.logIn()
    for (let count = 0; count < maxOpenCheckouts; count++) {
      const choice = { kind: 'annual', source: null, isPlanChange: true }
      const asked = harness.post('/api/checkout', { ...choice, requestId: crypto.randomUUID() })
      expect(await readAnswer(asked)).toHaveProperty('id')
    }
    calls.splice(0)
    harness.ledger.dispute(listPayments(harness)[0]!.id, null)
    await harness.deliverEvents()
    expect(calls.filter((name) => name === 'transactions')).toHaveLength(1)
    expect((await harness.record()).subscription?.state).toBe('disputed')
  })

  it('the deletion of the account asks PayPal a few times about each', async () => {
    const { harness, calls } = openCountedHarness(unlimitedRateLimits)
    await openReader(harness, harness.uid)
    await harness.logIn()
    const { length } = await startMany(harness)
    await harness.requestDeletion()
    calls.splice(0)
    await harness.passDays(3, 0.25)
    // At once, a day later, and for an event of PayPal.
    expect(calls.length / length).toBeLessThanOrEqual(3)
  })
})
