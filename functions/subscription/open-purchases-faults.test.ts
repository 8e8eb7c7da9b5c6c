/** Buyers who start checkouts and gifts without approving them. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanKind } from '../../src/domain/subscription/offer.ts'
import { maxOpenPurchases } from '../../src/domain/subscription/purchase-limits.ts'
import { getCallCost } from '../platform/http/call-costs.ts'
import { openCountedHarness, openReader, sendGiftOrder } from '../testing/counted-purchases.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { listPayments, requestApproval, startMonthlyCheckout } from './testing/checkout-steps.ts'
import { choosePlan } from './testing/plan-change.ts'

let harness: WorkerHarness
let calls: string[]

beforeEach(async () => {
  ;({ harness, calls } = openCountedHarness(unlimitedRateLimits))
  await openReader(harness, harness.uid)
  await harness.logIn()
})

const startGift = async (browser = harness.browser, changes: object = {}) =>
  (await sendGiftOrder(browser, {}, changes)).status

async function startMany() {
  const ids: string[] = []
  for (let count = 0; count < maxOpenPurchases; count++)
    ids.push(await startMonthlyCheckout(harness.browser))
  return ids
}

const startAnother = async () => {
  const choice = { kind: 'monthly', source: null, requestId: crypto.randomUUID() }
  return (await harness.post('/api/checkout', choice)).status
}

async function subscribe() {
  harness.provider = await startMonthlyCheckout(harness.browser)
  await harness.subscribe()
}

async function startPlanChange(kind: PlanKind) {
  await harness.logIn()
  const { id } = await choosePlan(harness, kind, crypto.randomUUID())
  expect(id).toMatch(/^I-/)
  return id
}

describe('after many open purchases in a day', () => {
  it.each(['reader', 'guest'])(
    'a %s can’t start another purchase, but can approve an open one',
    async (buyer) => {
      if (buyer === 'guest') harness.cookies.clear()
      const ids = await startMany()
      expect(await startAnother()).toBe(429)
      harness.ledger.approve(ids[0]!, payer)
      expect(await requestApproval(harness, ids[0]!)).toMatchObject({ state: 'running' })
    },
  )

  it('a reader can’t start a gift, whatever address it names, until the next day', async () => {
    const statuses: number[] = []
    for (let count = 0; count <= maxOpenPurchases; count++)
      statuses.push(await startGift(undefined, { buyerEmail: `victim-${count}@example.com` }))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    const gifts = await harness.queryAll({ collection: 'gifts' })
    const owners = new Set(gifts.map(({ fields }) => fields.buyerEmail))
    expect([gifts.length, ...owners]).toEqual([maxOpenPurchases, `${harness.uid}@example.com`])
    expect(await startAnother()).toBe(429)
    await harness.advanceDays(1)
    expect([await startGift(), await startAnother()]).toEqual([200, 200])
  })

  it('guests can’t start another gift for one address, but the address’s owner can', async () => {
    const buyerEmail = `${harness.uid}@example.com`
    const startAsGuest = () => startGift(harness.openBrowser(), { buyerEmail })
    for (let count = 0; count < maxOpenPurchases; count++) expect(await startAsGuest()).toBe(200)
    expect(await startAsGuest()).toBe(429)
    expect(await startGift()).toBe(200)
  })

  it('a dispute’s event asks PayPal only about the paid purchase', async () => {
    await subscribe()
    for (let count = 0; count < maxOpenPurchases; count++) await startPlanChange('annual')
    calls.splice(0)
    harness.ledger.dispute(listPayments(harness)[0]!.id, null)
    await harness.deliverEvents()
    expect(calls.filter((name) => name === 'transactions')).toHaveLength(1)
    expect((await harness.record()).subscription?.state).toBe('disputed')
  })

  it('deleting the account asks PayPal only a few times about each purchase', async () => {
    const { length } = await startMany()
    await harness.requestDeletion()
    calls.splice(0)
    await harness.passDays(3, 0.25)
    // PayPal is called immediately, a day later, and for an event.
    expect(calls.length / length).toBeLessThanOrEqual(3)
  })
})

it('after many changes of plan, the list of payments calls PayPal no more often than declared', async () => {
  await subscribe()
  const { payPal = 0 } = getCallCost('GET /api/subscription/payments', false)
  for (let change = 0; change <= payPal; change++) {
    harness.provider = await startPlanChange(change % 2 === 0 ? 'annual' : 'monthly')
    harness.ledger.approve(harness.provider, payer)
    expect(await requestApproval(harness, harness.provider)).toMatchObject({ state: 'running' })
    await harness.runUntilIdle()
  }
  calls.splice(0)
  expect((await harness.get('/api/subscription/payments')).status).toBe(200)
  expect(calls).toHaveLength(payPal)
})
