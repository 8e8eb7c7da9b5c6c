/** No payment is lost if a caller's budget prevents the Worker from calling PayPal. */
import { describe, expect, it } from 'vitest'
import { succeed } from '../../../src/domain/result.ts'
import { readAnswer, startMonthlyCheckout } from '../../subscription/testing/checkout-steps.ts'
import {
  approveCheckout,
  openCountedHarness,
  openReader,
  payGift,
  sendGiftOrder,
  startGift,
} from '../../testing/counted-purchases.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { payer, type WorkerHarness } from '../../testing/worker-harness.ts'

let harness: WorkerHarness
let calls: string[]

function open(rateLimits: object) {
  const opened = openCountedHarness(rateLimits)
  harness = opened.harness
  calls = opened.calls
}

describe('above a budget', () => {
  const noBudget = { limit: async () => ({ success: false }) }

  /** Removes callers' budgets once their purchases have started. */
  function openUntilStarted() {
    let isStarted = false
    open({
      ...unlimitedRateLimits,
      PAYPAL_PURCHASE_LIMIT: { limit: async () => ({ success: !isStarted }) },
    })
    return () => {
      isStarted = true
    }
  }

  /** Delivers PayPal's events to the Worker. */
  async function deliverEvents() {
    Object.assign(harness.paypal, {
      checkTransmission: () => null,
      verify: async () => succeed(true),
    })
    for (const { text } of harness.events.splice(0)) {
      const request = { method: 'POST', body: text }
      expect((await harness.request('/api/webhooks/paypal', request)).status).toBe(204)
    }
  }

  const readGift = async () => (await harness.queryAll({ collection: 'gifts' }))[0]!.fields

  it.each([
    ['PayPal’s event', deliverEvents],
    ['the cron job', () => harness.advanceMinutes(61)],
  ])('an approved gift is paid through %s', async (_, notice) => {
    const endBudget = openUntilStarted()
    const buyer = harness.openBrowser()
    const id = await startGift(buyer)
    harness.ledger.approveOrder(id, payer, 'paid')
    endBudget()
    expect((await payGift(buyer, id)).status).toBe(429)
    if (notice !== deliverEvents) harness.events.splice(0)
    await notice()
    expect((await readGift()).state).not.toBe('unpaid')
    expect(await readAnswer(payGift(buyer, id))).toMatchObject({ state: 'paid', gift: { id } })
  })

  it.each([
    ['PayPal’s event', deliverEvents],
    ['the cron job', () => harness.advanceMinutes(61)],
  ])('an approved subscription starts through %s', async (_, notice) => {
    const endBudget = openUntilStarted()
    const buyer = await openReader(harness, 'ama')
    const id = await startMonthlyCheckout(buyer)
    harness.ledger.approve(id, payer)
    endBudget()
    expect((await approveCheckout(buyer, id)).status).toBe(429)
    if (notice !== deliverEvents) harness.events.splice(0)
    await notice()
    expect(await harness.record('ama')).toMatchObject({
      subscription: { provider: id, state: 'active' },
    })
  })

  it('a cancellation is stored, and sent to PayPal by the cron job', async () => {
    open({ ...unlimitedRateLimits, PAYPAL_CALLER_LIMIT: noBudget })
    await harness.storeReaderAndCheckout()
    await harness.subscribe()
    await harness.logIn()
    calls.splice(0)
    const step = { step: 'cancel', reason: null }
    expect(await readAnswer(harness.patch('/api/subscription', step))).toMatchObject({
      status: 'isEnding',
    })
    expect(calls).toEqual([])
    await harness.runUntilIdle()
    expect(await harness.record()).toMatchObject({ isReconciled: true })
    const found = harness.ledger.find(harness.provider)
    expect(found).toMatchObject({ value: { status: 'SUSPENDED' } })
  })

  it('a list of payments, a retried payment and a new purchase are refused', async () => {
    open({ ...unlimitedRateLimits, PAYPAL_CALLER_LIMIT: noBudget })
    await harness.storeReaderAndCheckout()
    await harness.subscribe()
    await harness.advanceDays(31)
    harness.ledger.billSubscription(harness.provider, false)
    await harness.runUntilIdle()
    await harness.logIn()
    calls.splice(0)
    const statuses = [
      await harness.get('/api/subscription/payments'),
      await harness.patch('/api/subscription', { step: 'retryPayment' }),
      await sendGiftOrder(harness.browser),
    ].map(({ status }) => status)
    expect(statuses).toEqual([429, 429, 429])
    expect(calls).toEqual([])
  })
})
