import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { hour } from '../../src/domain/duration.ts'
import { FaultError } from './interruptible-services.ts'
import { unwrap } from './unwrap.ts'
import { payer, WorkerHarness } from './worker-harness.ts'

let harness: WorkerHarness
beforeEach(() => {
  harness = new WorkerHarness()
})

const dollars = (minorUnits: number) => ({ minorUnits, currency: 'USD' }) as const

const createOrder = async () =>
  unwrap(
    await harness.paypal.createOrder({
      amount: dollars(5999),
      description: 'Gift subscription, 6 months',
      customId: 'a-gift',
      requestId: 'create',
      returnUrl: 'https://verandah.example/paid',
      cancelUrl: 'https://verandah.example/gift-subscription',
      brand: 'The Verandah',
    }),
  ).id

const listEventTypes = () => harness.events.map(({ text }) => JSON.parse(text).event_type)
const refuse = (issue: string) => ({ ok: false, failure: { kind: 'refused', issue } })

it('sells an order, pending at first', async () => {
  const { ledger, paypal } = harness
  const id = await createOrder()
  expect(await paypal.captureOrder(id, 'early')).toEqual(refuse('ORDER_NOT_APPROVED'))
  ledger.approveOrder(id, payer, 'pending')
  const { capture } = unwrap(await paypal.captureOrder(id, 'capture'))
  expect(capture).toMatchObject({ status: 'PENDING', at: harness.now })
  ledger.complete(capture!.id, true)
  expect(unwrap(await paypal.findOrder(id))).toMatchObject({
    status: 'COMPLETED',
    capture: { status: 'COMPLETED', amount: dollars(5999) },
  })
  unwrap(await paypal.refundPart(capture!.id, dollars(999), 'part'))
  ledger.reverse(capture!.id)
  ledger.dispute(capture!.id, null)
  expect(listEventTypes()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.CREATED',
  ])
})

it('forgets an order three hours after its approval', async () => {
  const id = await createOrder()
  harness.now = new Date(harness.now.getTime() + 2 * hour)
  harness.ledger.approveOrder(id, payer)
  harness.now = new Date(harness.now.getTime() + 2 * hour)
  expect(await harness.paypal.findOrder(id)).toMatchObject({ ok: true })
  harness.now = new Date(harness.now.getTime() + 2 * hour)
  const notFound = { ok: false, failure: { kind: 'notFound' } }
  expect(await harness.paypal.findOrder(id)).toEqual(notFound)
  expect(await harness.paypal.captureOrder(id, 'late')).toEqual(notFound)
})

it.each([false, true])('captures once if interrupted, call made: %s', async (isCallMade) => {
  const id = await createOrder()
  harness.ledger.approveOrder(id, payer)
  harness.fault = { call: harness.calls + 1, isCallMade }
  await expect(harness.paypal.captureOrder(id, 'capture')).rejects.toThrow(FaultError)
  harness.clearFault()
  const { capture } = unwrap(await harness.paypal.captureOrder(id, 'capture'))
  expect(harness.ledger.paymentsOf(id, new Date(0), harness.now)).toMatchObject([
    { id: capture!.id, status: 'COMPLETED' },
  ])
})

it('is unavailable with PayPal', async () => {
  harness.unavailableService = 'paypal'
  const failure = { kind: 'unavailable', reason: 'away' }
  expect(await harness.paypal.findOrder('ANY')).toEqual({ ok: false, failure })
})

it('never refunds more than was paid, or twice for one request', async () => {
  const refundArbitrary = fc.record({
    cents: fc.option(fc.integer({ min: 1, max: 3000 })),
    request: fc.nat(5),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(refundArbitrary, { maxLength: 12 }), async (attempts) => {
      const { ledger, paypal } = harness
      const { id } = ledger.createOrder({ ...order }, null).order
      ledger.approveOrder(id, payer)
      const { capture } = unwrap(await paypal.captureOrder(id, id))
      const expected = new Map<number, number>()
      const sum = () => [...expected.values()].reduce((total, cents) => total + cents, 0)
      for (const { cents, request } of attempts) {
        const requestId = `${id} ${request}`
        const refunded = await (cents === null
          ? paypal.refund(capture!.id, requestId)
          : paypal.refundPart(capture!.id, dollars(cents), requestId))
        const rest = 5999 - sum()
        const isPossible = expected.has(request) || (rest > 0 && (cents ?? rest) <= rest)
        expect(refunded.ok).toBe(isPossible)
        if (isPossible && !expected.has(request)) expected.set(request, cents ?? rest)
      }
      const total = ledger.listRefunds(capture!.id).reduce((all, { value }) => all + +value, 0)
      expect(Math.round(total * 100)).toBe(sum())
      expect(unwrap(await paypal.findCapture(capture!.id)).status).toBe(
        sum() === 0 ? 'COMPLETED' : sum() === 5999 ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      )
    }),
    { numRuns: 300 },
  )
})

const order = {
  value: '59.99',
  description: 'Gift subscription, 6 months',
  customId: 'a-gift',
  returnUrl: '',
  cancelUrl: '',
  brand: 'The Verandah',
}
