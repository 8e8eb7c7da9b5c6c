import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payPalWebhook } from '../../src/contracts/paypal-webhook.ts'
import { type EdgeClient, edgeClient, errorOf, ownReader } from '../edge-client.ts'
import { approval, begin, payPal, standingOf } from '../edge-client-buyers.ts'

const client = edgeClient()
/** As PayPal does, which is no browser. */
const deliver = (text: string, headers: Readonly<Record<string, string>>) =>
  client.request(payPalWebhook, { method: 'POST', headers, body: text, origin: null })

const event = JSON.stringify({
  id: `WH-${crypto.randomUUID()}`,
  event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
  resource: { id: 'I-SOMEBODY-ELSES' },
})

async function subscriber() {
  const reader = await ownReader()
  const { id } = await begin(reader)
  await payPal.approve(id)
  expect((await approval(reader, id)).status).toBe(200)
  return { reader, id, payment: await payPal.paymentOf(id) }
}

const detailOf = async (reader: EdgeClient) => {
  reader.cookies.delete('__Host-pass')
  return (await standingOf(reader)).detail
}

describe('what PayPal tells', () => {
  it('is taken where PayPal has signed it, again as at first, and whatever it is about', async () => {
    const headers = await payPal.sign(event)
    for (let time = 0; time < 3; time++) expect((await deliver(event, headers)).status).toBe(204)
    for (const strange of ['{"id":"WH-1"}', '{}']) {
      expect((await deliver(strange, await payPal.sign(strange))).status).toBe(204)
    }
    for (const none of ['[]', '"x"', '']) {
      expect((await deliver(none, await payPal.sign(none))).status).toBe(401)
    }
  })

  it('is refused with a byte changed, a header less, or another’s signature', async () => {
    const headers = await payPal.sign(event)
    const names = Object.keys(headers).filter((name) => name.startsWith('PAYPAL-'))
    const changed = fc
      .tuple(fc.nat(event.length - 1), fc.constantFrom('0', 'x', ' ', '"'))
      .map(([at, byte]) => event.slice(0, at) + byte + event.slice(at + 1))
      .filter((text) => text !== event)
    await fc.assert(
      fc.asyncProperty(changed, async (text) => {
        expect(await errorOf(await deliver(text, headers))).toMatchObject({
          status: 401,
          code: 'bad_signature',
        })
      }),
      { numRuns: 25 },
    )
    for (const name of names) {
      const { [name]: _, ...others } = headers
      expect((await deliver(event, others)).status).toBe(401)
      expect((await deliver(event, { ...headers, [name]: 'x' })).status).toBe(401)
    }
    expect((await deliver(event, await payPal.sign('{}'))).status).toBe(401)
    expect((await deliver('', {})).status).toBe(401)
  })

  it('closes what was given back', async () => {
    const { reader, payment } = await subscriber()
    await payPal.tell('refund', { payment, how: 'REVERSED' })
    await expect.poll(() => detailOf(reader)).toBe('ended')
  })

  it('closes what is quarrelled over, and opens it again where we are right', async () => {
    const { reader, id, payment } = await subscriber()
    await payPal.tell('dispute', { payment, outcome: null })
    await expect.poll(() => detailOf(reader)).toBe('disputed')
    await payPal.tell('dispute', { payment, outcome: 'won' })
    await expect.poll(() => detailOf(reader)).toBe('active')
    await payPal.tell('dispute', { payment, outcome: 'lost' })
    await expect.poll(() => detailOf(reader)).toBe('ended')
    expect(await payPal.statusOf(id)).not.toBe('APPROVAL_PENDING')
  })
})
