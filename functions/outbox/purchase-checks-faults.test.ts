/** Strangers start more gifts than can be looked up at PayPal in a minute, and pay for none. */
import { expect, it } from 'vitest'
import { second } from '../../src/domain/duration.ts'
import { maxOpenPurchases } from '../../src/domain/subscription/purchase-limits.ts'
import { openReader, sendGiftOrder } from '../testing/counted-purchases.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'

const accounts = 12

it('a refund doesn’t wait for the checks of strangers’ open purchases', async () => {
  const harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  for (let account = 0; account < accounts; account++) {
    const browser = await openReader(harness, `stranger-${account}`)
    for (let count = 0; count < maxOpenPurchases; count++)
      expect((await sendGiftOrder(browser)).status).toBe(200)
  }
  const { findOrder } = harness.paypal
  let checks = 0
  Object.assign(harness.paypal, {
    async findOrder(id: string) {
      checks++
      harness.now = new Date(harness.now.getTime() + second)
      return findOrder(id)
    },
  })
  await harness.advanceMinutes(62)
  checks = 0
  harness.ledger.billSubscription(harness.provider, true)
  await harness.deliverEvents()
  await harness.advanceMinutes(1)
  expect(harness.refunded).toHaveLength(1)
  // The number of checks for which a run has time.
  expect(checks).toBeGreaterThan(30)
  expect(checks).toBeLessThan(accounts * maxOpenPurchases)
})
