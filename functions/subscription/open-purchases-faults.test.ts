/** Buyers who start checkouts and gifts that nobody approves. */
import { describe, expect, it } from 'vitest'
import { maxMessageLength } from '../../src/domain/gift/gift-message.ts'
import type { PlanKind } from '../../src/domain/subscription/offer.ts'
import { maxOpenPurchases } from '../../src/domain/subscription/purchase-limits.ts'
import { getCallCost } from '../platform/http/call-costs.ts'
import {
  type Browser,
  openCountedHarness,
  openReader,
  sendGiftOrder,
} from '../testing/counted-purchases.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import {
  listPayments,
  openHarness,
  requestApproval,
  startMonthlyCheckout,
} from './testing/checkout-steps.ts'
import { choosePlan } from './testing/plan-change.ts'

const startPlanChange = async (harness: WorkerHarness, kind: PlanKind) =>
  (await choosePlan(harness, kind, crypto.randomUUID())).id

const startGift = async (browser: Browser, changes: object) =>
  (await sendGiftOrder(browser, {}, changes)).status

const findGifts = (harness: WorkerHarness) => harness.queryAll({ collection: 'gifts' })

async function startMany(harness: WorkerHarness) {
  const ids: string[] = []
  for (let count = 0; count < maxOpenPurchases; count++)
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

  it('a reader can’t start a gift, whatever address it names', async () => {
    const harness = openHarness()
    await openReader(harness, harness.uid)
    await harness.logIn()
    const statuses: number[] = []
    for (let count = 0; count <= maxOpenPurchases; count++)
      statuses.push(await startGift(harness.browser, { buyerEmail: `victim-${count}@example.com` }))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const owners = (await findGifts(harness)).map(({ fields }) => fields.buyerEmail)
    expect([owners.length, new Set(owners)]).toEqual([
      maxOpenPurchases,
      new Set([`${harness.uid}@example.com`]),
    ])
    expect(await startAnother(harness)).toBe(429)
    await harness.advanceDays(1)
    expect(await startGift(harness.browser, {})).toBe(200)
  })

  it('guests can’t start another gift for one address, but its owner can', async () => {
    const harness = openHarness()
    await openReader(harness, harness.uid)
    const buyerEmail = `${harness.uid}@example.com`
    for (let count = 0; count < maxOpenPurchases; count++)
      expect(await startGift(harness.openBrowser(), { buyerEmail })).toBe(200)
    expect(await startGift(harness.openBrowser(), { buyerEmail })).toBe(429)
    await harness.logIn()
    expect(await startGift(harness.browser, { buyerEmail })).toBe(200)
  })

  it('a gift takes a few kilobytes at most', async () => {
    const harness = openHarness()
    const browser = harness.openBrowser()
    expect(await startGift(browser, { message: 'क्षि'.repeat(maxMessageLength) })).toBe(200)
    expect(await startGift(browser, { message: '👩🏽‍❤️‍💋‍👨🏿'.repeat(590) })).toBe(400)
    const [gift] = await findGifts(harness)
    expect(new TextEncoder().encode(JSON.stringify(gift)).length).toBeLessThan(10_000)
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
    for (let count = 0; count < maxOpenPurchases; count++) {
      expect(await startPlanChange(harness, 'annual')).toMatch(/^I-/)
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
    // PayPal is asked at once, a day later, and for an event.
    expect(calls.length / length).toBeLessThanOrEqual(3)
  })
})

it('after many changes of plan the list of payments asks PayPal as often as it says', async () => {
  const { harness, calls } = openCountedHarness(unlimitedRateLimits)
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  const { payPal = 0 } = getCallCost('GET /api/subscription/payments', false)
  for (let change = 0; change <= payPal; change++) {
    await harness.logIn()
    harness.provider = await startPlanChange(harness, change % 2 === 0 ? 'annual' : 'monthly')
    harness.ledger.approve(harness.provider, payer)
    expect(await requestApproval(harness, harness.provider)).toMatchObject({ state: 'running' })
    await harness.runUntilIdle()
  }
  calls.splice(0)
  expect((await harness.get('/api/subscription/payments')).status).toBe(200)
  expect(calls).toHaveLength(payPal)
})
