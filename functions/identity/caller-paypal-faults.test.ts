/** Tests requests that make the Worker call PayPal, and callers' budgets for such requests. */
import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimitResponse } from '../../src/contracts/endpoints/endpoint-path.ts'
import { second } from '../../src/domain/duration.ts'
import { maxOpenPurchases } from '../../src/domain/subscription/purchase-limits.ts'
import {
  createAccount,
  readAnswer,
  startMonthlyCheckout,
} from '../subscription/testing/checkout-steps.ts'
import {
  approveCheckout,
  type Browser,
  openCountedHarness,
  openReader,
  payGift,
  sendGiftOrder,
  startGift,
} from '../testing/counted-purchases.ts'
import {
  createCountingLimits,
  rateLimitNumbers,
  unlimitedRateLimits,
} from '../testing/fake-rate-limits.ts'
import { payer, type WorkerHarness } from '../testing/worker-harness.ts'
import { unapprovedMemory } from './caller-paypal.ts'

const carrierNetwork = '203.0.113.7'
const purchaseLimit = rateLimitNumbers.PAYPAL_PURCHASE_LIMIT!

type Answer = { readonly state?: string }

let harness: WorkerHarness
let calls: string[]
let payPalAnswers: { until: Promise<void> }

function open(rateLimits: object) {
  const opened = openCountedHarness(rateLimits)
  harness = opened.harness
  calls = opened.calls
  payPalAnswers = opened.answers
}
beforeEach(() => open(createCountingLimits()))

const forgetCalls = () => calls.splice(0)

const advance = (milliseconds: number) => {
  harness.now = new Date(harness.now.getTime() + milliseconds)
}

const purchases = [
  { name: 'gift', start: startGift, ask: payGift },
  { name: 'checkout', start: startMonthlyCheckout, ask: approveCheckout },
]

describe.each(purchases)('200 requests for the caller’s own unapproved $name', ({ start, ask }) => {
  it.each([
    ['at one moment, one after another', 0, 1],
    ['within a minute', 0.3 * second, 60 * (second / unapprovedMemory)],
  ])('seldom call PayPal if they are sent %s', async (_, interval, most) => {
    const browser = harness.openBrowser()
    const id = await start(browser)
    forgetCalls()
    for (let request = 0; request < 200; request++) {
      expect([200, 409]).toContain((await ask(browser, id)).status)
      advance(interval)
    }
    expect(calls.length).toBeLessThanOrEqual(most)
  })

  it('call PayPal within the purchase’s budget if they are sent at the same time', async () => {
    const browser = harness.openBrowser()
    const id = await start(browser)
    forgetCalls()
    // Once the first answer has shown that nothing is approved, the others need no call and aren't refused.
    const { promise, resolve: answerAll } = Promise.withResolvers<void>()
    payPalAnswers.until = promise
    const refused: Response[] = []
    const askOnce = async () => {
      const answer = await ask(browser, id)
      if (answer.status === 429) refused.push(answer)
      if (refused.length === 200 - purchaseLimit) answerAll()
    }
    await Promise.all(Array.from({ length: 200 }, askOnce))
    expect(calls).toHaveLength(purchaseLimit)
    expect(refused[0]!.headers.get('Retry-After')).toBe(String(rateLimitResponse.retryAfterSeconds))
    expect(await readAnswer(refused[0]!)).toMatchObject({ error: { code: 'too_many_requests' } })
  })
})

describe('a stranger', () => {
  it('can’t cause PayPal calls about somebody else’s gift, or capture its payment', async () => {
    const buyer = harness.openBrowser()
    const id = await startGift(buyer)
    harness.ledger.approveOrder(id, payer, 'paid')
    for (const stranger of [harness.openBrowser(), await openReader(harness, 'ravi')]) {
      forgetCalls()
      expect(await readAnswer(payGift(stranger, id))).toEqual({ state: 'pending', gift: null })
      expect(calls).toEqual([])
    }
    expect(harness.ledger.listOrders()).toMatchObject([{ status: 'APPROVED' }])
    expect(await readAnswer(payGift(buyer, id))).toMatchObject({ state: 'paid', gift: { id } })
    forgetCalls()
    expect(await readAnswer(payGift(harness.openBrowser(), id))).toEqual({
      state: 'paid',
      gift: null,
    })
    expect(calls).toEqual([])
  })

  it('can’t cause PayPal calls about somebody else’s checkout', async () => {
    const id = await startMonthlyCheckout(harness.openBrowser())
    harness.ledger.approve(id, payer)
    for (const stranger of [harness.openBrowser(), await openReader(harness, 'ravi')]) {
      forgetCalls()
      const statuses = [
        await approveCheckout(stranger, id),
        await createAccount(stranger, id),
        await stranger.send('POST', `/api/checkout/${id}/claim`, {}),
      ].map(({ status }) => status)
      expect(statuses.every((status) => status === 404 || status === 401)).toBe(true)
      expect(calls).toEqual([])
    }
  })
})

describe('a buyer', () => {
  /** Seconds at which a page polls while a payment is pending (`FinishCheckout.island.tsx`). */
  const polls = [0, 1, 1, 2, 3, 5, 10, 30]

  it('isn’t refused when two pages poll a slow first payment', async () => {
    const buyer = harness.openBrowser()
    const id = await startMonthlyCheckout(buyer)
    harness.ledger.setSlow(id, true)
    harness.ledger.approve(id, payer)
    for (const seconds of polls) {
      advance(seconds * second)
      for (let tab = 0; tab < 2; tab++) {
        expect(await readAnswer<Answer>(approveCheckout(buyer, id))).toMatchObject({
          state: 'pending',
        })
      }
    }
    const payment = harness.ledger.paymentsOf(id, new Date(0), harness.now)[0]!
    harness.ledger.complete(payment.id, true)
    expect(await readAnswer<Answer>(approveCheckout(buyer, id))).toMatchObject({ state: 'running' })
  })

  it.each(purchases)(
    'gets an approved $name within seconds, even if a page has just asked for it',
    async ({ name, start, ask }) => {
      const buyer = harness.openBrowser()
      const id = await start(buyer)
      expect((await ask(buyer, id)).status).toBe(409)
      if (name === 'gift') harness.ledger.approveOrder(id, payer, 'paid')
      else harness.ledger.approve(id, payer)
      expect((await ask(buyer, id)).status).toBe(409)
      advance(unapprovedMemory)
      const { state } = await readAnswer<Answer>(ask(buyer, id))
      expect(state).toBe(name === 'gift' ? 'paid' : 'running')
    },
  )

  it('gets the answer from our own record if the gift is already paid', async () => {
    const buyer = harness.openBrowser()
    const id = await startGift(buyer)
    harness.ledger.approveOrder(id, payer, 'paid')
    await payGift(buyer, id)
    forgetCalls()
    expect(await readAnswer(payGift(buyer, id))).toMatchObject({ state: 'paid', gift: { id } })
    expect(calls).toEqual([])
  })

  it('has one budget of their own for all purchases and networks', async () => {
    const few = maxOpenPurchases - 1
    open({ ...unlimitedRateLimits, ...createCountingLimits({ PAYPAL_CALLER_LIMIT: few }) })
    const reader = await openReader(harness, 'ama')
    const startFrom = (browser: Browser, index: number) =>
      sendGiftOrder(browser, { 'CF-Connecting-IP': `198.51.100.${index}` })
    for (let count = 0; count < few; count++) {
      expect((await startFrom(reader, count)).status).toBe(200)
    }
    forgetCalls()
    expect((await startFrom(reader, few)).status).toBe(429)
    expect(calls).toEqual([])
    expect((await startFrom(await openReader(harness, 'ravi'), few)).status).toBe(200)
  })
})

const isWide = (key: string) => key.includes('/48')

describe('a network', () => {
  it('affects neither its logged-in readers nor another network when its guests exceed its ceiling', async () => {
    const counts = new Map<string, number>()
    const limit = async ({ key }: { readonly key: string }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return { success: isWide(key) || counts.get(key)! <= 3 }
    }
    open({ ...unlimitedRateLimits, PAYPAL_NETWORK_LIMIT: { limit } })
    const startFrom = async (browser: Browser, address: string) =>
      (await sendGiftOrder(browser, { 'CF-Connecting-IP': address })).status
    for (const status of [200, 200, 200, 429]) {
      expect(await startFrom(harness.openBrowser(), '2001:db8:1:2::1')).toBe(status)
    }
    // The address belongs to the same household.
    expect(await startFrom(harness.openBrowser(), '2001:db8:1:2:ffff::9')).toBe(429)
    expect(await startFrom(harness.openBrowser(), '2001:db8:1:3::1')).toBe(200)
    expect(await startFrom(await openReader(harness, 'ama'), '2001:db8:1:2::1')).toBe(200)
  })

  it('has a ceiling for the IPv6 /48 from which a caller can choose networks', async () => {
    const keys: string[] = []
    const limit = async ({ key }: { readonly key: string }) => {
      if (isWide(key)) keys.push(key)
      return { success: keys.length <= 2 }
    }
    open({ ...unlimitedRateLimits, PAYPAL_NETWORK_LIMIT: { limit } })
    for (const [network, status] of [200, 200, 429].entries()) {
      const address = { 'CF-Connecting-IP': `2001:db8:1:${network}::1` }
      expect((await sendGiftOrder(harness.openBrowser(), address)).status).toBe(status)
    }
    for (const key of keys) expect(key).toMatch(/^guests 2001:db8:1::/)
  })
})

it('calls to start checkouts don’t use up a network’s calls to create accounts, or the other way round', async () => {
  const headers = { 'CF-Connecting-IP': carrierNetwork }
  const ceiling = rateLimitNumbers.SIGN_IN_NETWORK_LIMIT!
  const buyer = harness.openBrowser()
  const id = await startMonthlyCheckout(buyer)
  harness.ledger.approve(id, payer)
  const person = { first_name: 'Nimal', last_name: 'Perera', email: payer.email }
  const account = { ...person, requestId: crypto.randomUUID() }
  for (let call = 0; call < ceiling; call++)
    await harness.openBrowser().send('POST', '/api/checkout', {}, headers)
  const created = await buyer.send('POST', `/api/checkout/${id}/account`, account, headers)
  expect(created.status).toBe(200)
  const network = { 'CF-Connecting-IP': '203.0.113.8' }
  for (let call = 0; call < ceiling; call++)
    await harness.openBrowser().send('POST', `/api/checkout/${id}/account`, {}, network)
  const choice = { kind: 'monthly', source: null, requestId: crypto.randomUUID() }
  const started = await harness.openBrowser().send('POST', '/api/checkout', choice, network)
  expect(started.status).toBe(200)
})
