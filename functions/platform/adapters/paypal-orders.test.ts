import { afterAll, describe, expect, it } from 'vitest'
import { payPalKeys } from '../../../scripts/dev/fakes/paypal/rest-api.ts'
import {
  dollars,
  newId,
  refused,
  startPayPalWithWebhooks,
  testExchanges,
} from '../../testing/paypal-with-webhooks.ts'
import { unwrap } from '../../testing/unwrap.ts'
import { createPayPalRest } from './paypal-rest.ts'

const fake = await startPayPalWithWebhooks()
const { paypal, payer, createOrder, createApprovedOrder, payOrder, paySubscription } = fake
const { findCapture, waitForEvent } = fake
afterAll(() => fake.stop())

const notFound = { ok: false, failure: { kind: 'notFound' } }

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
      approveUrl: `${fake.url}/approve/${one.id}`,
      capture: null,
    })
    expect((await createOrder()).id).not.toBe(one.id)
    expect(await paypal.captureOrder(one.id, newId())).toEqual(refused('ORDER_NOT_APPROVED'))
  })

  it('is approved, and captured once', async () => {
    const id = await createApprovedOrder()
    const approved = { status: 'APPROVED', approveUrl: null, capture: null }
    expect(unwrap(await paypal.findOrder(id))).toMatchObject(approved)
    const requestId = newId()
    const captures = await Promise.all([1, 2].map(() => paypal.captureOrder(id, requestId)))
    const [first, repeated] = captures.map((captured) => unwrap(captured))
    expect(repeated).toEqual(first)
    expect(first).toMatchObject({
      status: 'COMPLETED',
      capture: { status: 'COMPLETED', amount: dollars(5999), at: expect.any(Date) },
    })
    expect(await paypal.captureOrder(id, newId())).toEqual(refused('ORDER_ALREADY_CAPTURED'))
    expect(unwrap(await paypal.findOrder(id))).toEqual(first)
    expect(await findCapture(first!.capture!.id)).toEqual(first!.capture)
  })

  it('can be paid in another way after a decline', async () => {
    const id = await createApprovedOrder('decline')
    expect(await paypal.captureOrder(id, 'first')).toEqual(refused('INSTRUMENT_DECLINED'))
    expect(unwrap(await paypal.findOrder(id))).toMatchObject({ status: 'APPROVED', capture: null })
    await payer.approve(id)
    expect(unwrap(await paypal.captureOrder(id, 'second')).capture?.status).toBe('COMPLETED')
  })

  it.each([
    ['COMPLETED', 'PAYMENT.CAPTURE.COMPLETED', true],
    ['DECLINED', 'PAYMENT.CAPTURE.DENIED', false],
  ])('can stay pending, and become %s later', async (status, eventType, isPaid) => {
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

  it.each([true, false])('is deleted if it expires (approved: %s)', async (isApproved) => {
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
    const returnUrl = `https://verandah.news/gift-subscription/paid?gift=1&token=${id}&PayerID=`
    expect(page).toContain(JSON.stringify(returnUrl).slice(0, -1))
    expect(await waitForEvent('CHECKOUT.ORDER.APPROVED', id)).toMatchObject({
      resource_type: 'checkout-order',
      resource: { id, status: 'APPROVED', purchase_units: [{ custom_id: 'a-gift' }] },
    })
  })

  it('isn’t found if its id is unknown', async () => {
    expect(await paypal.findOrder('UNKNOWN')).toEqual(notFound)
    expect(await paypal.captureOrder('UNKNOWN', newId())).toEqual(notFound)
    expect(await paypal.findCapture('UNKNOWN')).toEqual(notFound)
    expect(await paypal.refundPart('UNKNOWN', dollars(100), newId())).toEqual(notFound)
  })
})

it('the capture of a subscription’s payment is found', async () => {
  const subscription = await paySubscription()
  expect((await findCapture(subscription.capture)).amount).toEqual(dollars(1399))
})

it('the tests make every kind of call that the client has', async () => {
  const { capture } = await payOrder()
  const { id } = unwrap(await paypal.refundPart(capture, dollars(100), newId()))
  const rest = createPayPalRest({ url: fake.url, ...payPalKeys, timeout: 5000, now: Date.now })
  const refund = await rest.call({ method: 'GET', path: `/v2/payments/refunds/${id}` })
  expect(refund).toMatchObject({ ok: true, value: { id, amount: { value: '1.00' } } })
  const exchanges = await fake.listExchanges()
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
})

testExchanges(fake, 40)
