import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createExchangeValidator,
  loadOpenApiDocuments,
} from '../../scripts/dev/fakes/paypal/openapi-validator.ts'
import { connectPayer, type PayPalPayer } from '../../scripts/dev/fakes/paypal/paypal-payer.ts'
import { payPalKeys } from '../../scripts/dev/fakes/paypal/rest-api.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { connectPayPal, startPayPal } from '../testing/paypal-service.ts'
import { unwrap } from '../testing/unwrap.ts'
import type { PayPal } from './paypal.ts'
import { createPayPalRest } from './paypal-rest.ts'

type Event = {
  readonly event_type: string
  readonly resource_type: string
  readonly resource: {
    readonly sale_id?: string
    readonly dispute_id?: string
    readonly links?: { rel: string; href: string }[]
  }
}

const events: Event[] = []
let onEvent = () => {}
let receiver: LocalServer
let fake: Awaited<ReturnType<typeof startPayPal>>
let paypal: PayPal
let payer: PayPalPayer

const dollars = (minorUnits: number) => ({ minorUnits, currency: 'USD' }) as const
const refused = (issue: string) => ({ ok: false, failure: { kind: 'refused', issue } })
const notFound = { ok: false, failure: { kind: 'notFound' } }
const newId = () => crypto.randomUUID()

beforeAll(async () => {
  receiver = await startLocalServer(async (request, response) => {
    events.push(JSON.parse(await text(request)))
    response.end()
    onEvent()
  })
  fake = await startPayPal({
    plans: { 'P-MONTH': { months: 1, value: '13.99' } },
    target: () => `${receiver.url}/`,
  })
  paypal = connectPayPal(fake.url, { plans: { monthly_13: 'P-MONTH' } })
  payer = connectPayer(fake.url)
})
afterAll(async () => {
  await fake.stop()
  await receiver.stop()
})

const waitForEvent = (type: string, about: string) =>
  new Promise<Event>((resolve) => {
    onEvent = () => {
      const found = events.find(
        ({ event_type, resource }) =>
          event_type === type && JSON.stringify(resource).includes(about),
      )
      if (found) resolve(found)
    }
    onEvent()
  })

const createOrder = async (changes: Partial<Parameters<PayPal['createOrder']>[0]> = {}) =>
  unwrap(
    await paypal.createOrder({
      amount: dollars(5999),
      description: 'Gift subscription, 6 months',
      customId: 'a-gift',
      requestId: newId(),
      returnUrl: 'https://verandah.news/gift-subscription/paid?gift=1',
      cancelUrl: 'https://verandah.news/gift-subscription',
      brand: 'The Verandah',
      ...changes,
    }),
  )

async function createApprovedOrder(outcome: 'approve' | 'decline' | 'pending' = 'approve') {
  const { id } = await createOrder()
  await payer.approve(id, { outcome, givenName: 'Nimal', surname: 'Perera' })
  return id
}

async function payOrder() {
  const id = await createApprovedOrder()
  return { id, capture: unwrap(await paypal.captureOrder(id, newId())).capture!.id }
}

async function paySubscription() {
  const { providerState } = unwrap(
    await paypal.create({
      plan: 'monthly_13',
      customId: 'a-reader',
      startsAt: null,
      requestId: newId(),
      returnUrl: 'https://verandah.news/subscribe',
      cancelUrl: 'https://verandah.news/subscribe',
      brand: 'The Verandah',
    }),
  )
  await payer.approve(providerState.id)
  return { id: providerState.id, capture: await payer.findPayment(providerState.id) }
}

function readUpLink({ links = [] }: { readonly links?: { rel: string; href: string }[] }) {
  return links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
}

const findCapture = async (id: string) => unwrap(await paypal.findCapture(id))

const submitApproval = async (id: string, outcome: string) => {
  const form = { outcome, email: 'payer@example.com', givenName: '', surname: '' }
  const body = new URLSearchParams(form)
  return (await fetch(`${fake.url}/approve/${id}`, { method: 'POST', body })).text()
}

describe('an order', () => {
  it('is created once for each request, and waits for its approval', async () => {
    const requestId = newId()
    const [one, other] = await Promise.all([createOrder({ requestId }), createOrder({ requestId })])
    expect(one).toEqual(other)
    expect(one).toEqual({
      id: expect.stringMatching(/^[A-Z0-9]{17}$/),
      status: 'PAYER_ACTION_REQUIRED',
      customId: 'a-gift',
      approveUrl: `${fake.url}/approve/${one.id}`,
      payer: { id: '', email: '', name: '' },
      capture: null,
    })
    expect((await createOrder()).id).not.toBe(one.id)
    expect(await paypal.captureOrder(one.id, newId())).toEqual(refused('ORDER_NOT_APPROVED'))
  })

  it('is approved with its payer, and captured once', async () => {
    const id = await createApprovedOrder()
    const approved = unwrap(await paypal.findOrder(id))
    expect(approved).toMatchObject({
      status: 'APPROVED',
      approveUrl: null,
      payer: {
        id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
        email: 'payer@example.com',
        name: 'Nimal Perera',
      },
      capture: null,
    })
    const requestId = newId()
    const captures = await Promise.all([1, 2].map(() => paypal.captureOrder(id, requestId)))
    const [first, repeated] = captures.map((captured) => unwrap(captured))
    expect(repeated).toEqual(first)
    expect(first).toMatchObject({
      status: 'COMPLETED',
      customId: 'a-gift',
      payer: approved.payer,
      capture: { status: 'COMPLETED', amount: dollars(5999), at: expect.any(Date) },
    })
    expect(await paypal.captureOrder(id, newId())).toEqual(refused('ORDER_ALREADY_CAPTURED'))
    expect(unwrap(await paypal.findOrder(id))).toEqual(first)
    expect(await findCapture(first!.capture!.id)).toEqual({ ...first!.capture, orderId: id })
  })

  it('that is declined can be paid in another way', async () => {
    const id = await createApprovedOrder('decline')
    expect(await paypal.captureOrder(id, 'first')).toEqual(refused('INSTRUMENT_DECLINED'))
    expect(unwrap(await paypal.findOrder(id))).toMatchObject({ status: 'APPROVED', capture: null })
    await payer.approve(id)
    expect(unwrap(await paypal.captureOrder(id, 'second')).capture?.status).toBe('COMPLETED')
  })

  it.each([
    [true, 'COMPLETED', 'PAYMENT.CAPTURE.COMPLETED'],
    [false, 'DECLINED', 'PAYMENT.CAPTURE.DENIED'],
  ])('can stay pending, and be completed (%s) later', async (isPaid, status, eventType) => {
    const id = await createApprovedOrder('pending')
    const { capture } = unwrap(await paypal.captureOrder(id, newId()))
    expect(capture?.status).toBe('PENDING')
    await waitForEvent('PAYMENT.CAPTURE.PENDING', id)
    expect(await paypal.refund(capture!.id, newId())).toEqual(refused('PENDING_CAPTURE'))
    await payer.trigger('complete', { payment: capture!.id, isPaid })
    const event = await waitForEvent(eventType, id)
    expect(event).toMatchObject({
      resource_type: 'capture',
      resource: { id: capture!.id, status, supplementary_data: { related_ids: { order_id: id } } },
    })
    expect(unwrap(await paypal.findOrder(id))).toMatchObject({
      status: 'COMPLETED',
      capture: { id: capture!.id, status },
    })
    const refunded = await paypal.refund(capture!.id, newId())
    expect(refunded).toEqual(
      isPaid ? { ok: true, value: undefined } : refused('REFUND_NOT_ALLOWED'),
    )
  })

  it.each([true, false])('is forgotten if it expires, approved: %s', async (isApproved) => {
    const { id } = await createOrder()
    if (isApproved) await payer.approve(id)
    await payer.trigger('expire', { id })
    expect(await paypal.findOrder(id)).toEqual(notFound)
    expect(await paypal.captureOrder(id, newId())).toEqual(notFound)
    await expect(payer.approve(id)).rejects.toThrow('404')
    expect(await (await fetch(`${fake.url}/approve/${id}`)).text()).toContain('has expired')
  })

  it('is kept for ever once captured', async () => {
    const { id } = await payOrder()
    await payer.trigger('expire', { id })
    expect(unwrap(await paypal.findOrder(id)).status).toBe('COMPLETED')
  })

  it('sends the payer back with its id', async () => {
    const { id } = await createOrder()
    const cancelUrl = `https://verandah.news/gift-subscription?token=${id}`
    expect(await submitApproval(id, 'cancel')).toContain(JSON.stringify(cancelUrl))
    expect(unwrap(await paypal.findOrder(id)).status).toBe('PAYER_ACTION_REQUIRED')
    const page = await submitApproval(id, 'approve')
    const { payer: account } = unwrap(await paypal.findOrder(id))
    const returnUrl = `https://verandah.news/gift-subscription/paid?gift=1&token=${id}&PayerID=${account.id}`
    expect(page).toContain(JSON.stringify(returnUrl))
    expect(await waitForEvent('CHECKOUT.ORDER.APPROVED', id)).toMatchObject({
      resource_type: 'checkout-order',
      resource: { id, status: 'APPROVED', purchase_units: [{ custom_id: 'a-gift' }] },
    })
  })

  it('that doesn’t exist isn’t found', async () => {
    expect(await paypal.findOrder('UNKNOWN')).toEqual(notFound)
    expect(await paypal.captureOrder('UNKNOWN', newId())).toEqual(notFound)
    expect(await paypal.findCapture('UNKNOWN')).toEqual(notFound)
    expect(await paypal.refundPart('UNKNOWN', dollars(100), newId())).toEqual(notFound)
  })
})

describe.each([
  { of: 'an order', pay: payOrder, gross: 5999, event: 'PAYMENT.CAPTURE' },
  { of: 'a subscription', pay: paySubscription, gross: 1399, event: 'PAYMENT.SALE' },
])('the payment of $of', ({ pay, gross, event }) => {
  it('is refunded in parts, each once, and never beyond its amount', async () => {
    const { capture } = await pay()
    const requestId = newId()
    const one = unwrap(await paypal.refundPart(capture, dollars(999), requestId))
    expect(unwrap(await paypal.refundPart(capture, dollars(999), requestId))).toEqual(one)
    expect((await findCapture(capture)).status).toBe('PARTIALLY_REFUNDED')
    expect(await paypal.refundPart(capture, dollars(gross - 998), newId())).toEqual(
      refused('REFUND_AMOUNT_EXCEEDED'),
    )
    unwrap(await paypal.refundPart(capture, dollars(gross - 999), newId()))
    expect((await findCapture(capture)).status).toBe('REFUNDED')
    expect(await paypal.refundPart(capture, dollars(1), newId())).toEqual(
      refused('CAPTURE_FULLY_REFUNDED'),
    )
    const { resource } = await waitForEvent(`${event}.REFUNDED`, one.id)
    // The only part that names the payment.
    expect([resource.sale_id, readUpLink(resource)]).toContain(capture)
    const refunds = await payer.listRefunds(capture)
    expect(refunds.map(({ value }) => Number(value) * 100)).toEqual([999, gross - 999])
  })

  it('is refunded for the rest after a part', async () => {
    const { capture } = await pay()
    unwrap(await paypal.refundPart(capture, dollars(500), newId()))
    for (let time = 0; time < 2; time++)
      expect(await paypal.refund(capture, `rest-of-${capture}`)).toMatchObject({ ok: true })
    expect(await payer.listRefunds(capture)).toHaveLength(2)
    expect((await findCapture(capture)).status).toBe('REFUNDED')
  })

  it('isn’t refunded after 180 days, but a bank can reverse it', async () => {
    const { capture } = await pay()
    await payer.trigger('backdate', { payment: capture, days: 181 })
    const late = refused('REFUND_TIME_LIMIT_EXCEEDED')
    expect(await paypal.refund(capture, newId())).toEqual(late)
    expect(await paypal.refundPart(capture, dollars(100), newId())).toEqual(late)
    await payer.trigger('refund', { payment: capture, status: 'REVERSED' })
    await waitForEvent(`${event}.REVERSED`, capture)
    expect((await findCapture(capture)).status).toBe('REFUNDED')
  })

  it('isn’t refunded in part while it’s disputed', async () => {
    const { capture } = await pay()
    await payer.trigger('dispute', { payment: capture, outcome: null })
    const customId = gross === 5999 ? 'a-gift' : 'a-reader'
    const { resource } = await waitForEvent('CUSTOMER.DISPUTE.CREATED', capture)
    const dispute = { payment: capture, customId }
    expect(unwrap(await paypal.findDispute(String(resource.dispute_id)))).toEqual({
      ...dispute,
      outcome: 'open',
    })
    expect(await paypal.refundPart(capture, dollars(100), newId())).toEqual(
      refused('TRANSACTION_DISPUTED'),
    )
    await payer.trigger('dispute', { payment: capture, outcome: 'won' })
    await waitForEvent('CUSTOMER.DISPUTE.RESOLVED', capture)
    expect(await paypal.refundPart(capture, dollars(100), newId())).toMatchObject({ ok: true })
  })
})

it('names the order of a capture, and none of a subscription’s payment', async () => {
  const order = await payOrder()
  const subscription = await paySubscription()
  expect((await findCapture(order.capture)).orderId).toBe(order.id)
  expect(await findCapture(subscription.capture)).toMatchObject({
    orderId: null,
    amount: dollars(1399),
  })
})

it('shows the same payer id for an order and a subscription of one account', async () => {
  const { id } = await createOrder()
  await payer.approve(id, { email: 'one@example.com', id: 'QYR5Z8XDVJNXQ' })
  const subscription = await paySubscription()
  const other = unwrap(await paypal.find(subscription.id)).payer
  expect(unwrap(await paypal.findOrder(id)).payer.id).toBe('QYR5Z8XDVJNXQ')
  const own = await createApprovedOrder()
  expect(unwrap(await paypal.findOrder(own)).payer.id).toBe(other.id)
})

const descriptions = loadOpenApiDocuments()
it.skipIf(!descriptions)('requests and responses are as PayPal describes them', async () => {
  const findProblems = createExchangeValidator(descriptions!)
  const { capture } = await payOrder()
  const { id } = unwrap(await paypal.refundPart(capture, dollars(100), newId()))
  const rest = createPayPalRest({ url: fake.url, ...payPalKeys, timeout: 5000, now: Date.now })
  const refund = await rest.call({ method: 'GET', path: `/v2/payments/refunds/${id}` })
  expect(refund).toMatchObject({ ok: true, value: { id, amount: { value: '1.00' } } })
  const exchanges = await fake.listExchanges()
  const judged = exchanges.map((exchange) => ({
    exchange: `${exchange.method} ${exchange.path} ${exchange.status}`,
    problems: findProblems(exchange),
  }))
  const kinds = new Set(
    exchanges.map(({ method, path, status }) =>
      `${method} ${path} ${status}`.replaceAll(/\/[A-Z0-9]{17}\b|\/UNKNOWN/g, '/:id'),
    ),
  )
  for (const kind of [
    'POST /v2/checkout/orders 201',
    'POST /v2/checkout/orders 200',
    'GET /v2/checkout/orders/:id 200',
    'GET /v2/checkout/orders/:id 404',
    'POST /v2/checkout/orders/:id/capture 201',
    'POST /v2/checkout/orders/:id/capture 200',
    'POST /v2/checkout/orders/:id/capture 422',
    'GET /v2/payments/captures/:id 200',
    'POST /v2/payments/captures/:id/refund 201',
    'POST /v2/payments/captures/:id/refund 422',
    'GET /v2/payments/refunds/:id 200',
  ])
    expect(kinds).toContain(kind)
  expect(judged.filter(({ problems }) => problems && problems.length > 0)).toEqual([])
})
