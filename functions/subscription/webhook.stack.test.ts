import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payPalWebhook } from '../../src/contracts/paypal-webhook.ts'
import { type EdgeClient, edgeClient, errorOf, ownReader } from '../edge-client.ts'
import { approval, begin, payPal, standingOf } from '../edge-client-buyers.ts'
import { parseEvent } from './paypal-webhook.ts'

const payPalNetwork = edgeClient()
/** As PayPal does, which is no browser. */
const deliver = (
  text: string,
  headers: Readonly<Record<string, string>>,
  client: EdgeClient = payPalNetwork,
) => client.request(payPalWebhook, { method: 'POST', headers, body: text, origin: null })
/** From an address of its own, so that no limit answers in PayPal's place. */
const forge = (text: string, headers: Readonly<Record<string, string>>) =>
  deliver(text, headers, edgeClient())

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
  })

  it('is refused where it isn’t an event, even if PayPal has signed it', async () => {
    for (const text of ['{"id":"WH-1"}', '{}', '[]', '"x"', '']) {
      expect(await errorOf(await deliver(text, await payPal.sign(text)))).toMatchObject({
        status: 400,
        code: 'bad_request',
      })
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
        const isEvent = parseEvent(text) !== null
        expect(await errorOf(await forge(text, headers))).toMatchObject(
          isEvent ? { status: 401, code: 'bad_signature' } : { status: 400, code: 'bad_request' },
        )
      }),
      { numRuns: 25 },
    )
    for (const name of names) {
      const { [name]: _, ...others } = headers
      expect((await forge(event, others)).status).toBe(401)
      expect((await forge(event, { ...headers, [name]: 'x' })).status).toBe(401)
    }
    expect((await forge(event, await payPal.sign('{}'))).status).toBe(401)
    expect((await forge('', {})).status).toBe(401)
  })

  it('passes in a burst, whatever somebody else forges meanwhile', async () => {
    const forger = edgeClient()
    const wrong = await payPal.sign('{}')
    const forged = Array.from({ length: 60 }, () => deliver(event, wrong, forger))
    const burst = Array.from({ length: 60 }, async () => deliver(event, await payPal.sign(event)))
    expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([204]))
    const refused = (await Promise.all(forged)).map(({ status }) => status)
    expect(new Set(refused)).toEqual(new Set([401, 429]))
    expect(refused.filter((status) => status === 429).length).toBeGreaterThan(30)
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
