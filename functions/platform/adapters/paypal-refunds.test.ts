import { afterAll, describe, expect, it } from 'vitest'
import {
  dollars,
  newId,
  refused,
  startPayPalWithWebhooks,
  testExchanges,
} from '../../testing/paypal-with-webhooks.ts'
import { unwrap } from '../../testing/unwrap.ts'

const fake = await startPayPalWithWebhooks()
const { paypal, payer, payOrder, paySubscription, findCapture, waitForEvent } = fake
afterAll(() => fake.stop())

function readUpLink({ links = [] }: { readonly links?: { rel: string; href: string }[] }) {
  return links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1)
}

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
    // Only this part of the event names the payment.
    expect([resource.sale_id, readUpLink(resource)]).toContain(capture)
    const refunds = await payer.listRefunds(capture)
    expect(refunds.map(({ value }) => Number(value) * 100)).toEqual([999, gross - 999])
  })

  it('can be refunded for the rest after a partial refund', async () => {
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
    const dispute = { payment: capture, customId, refunded: null }
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

testExchanges(fake, 40)
