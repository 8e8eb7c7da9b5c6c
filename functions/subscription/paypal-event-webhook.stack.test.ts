import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSubscriber, fakePayPal, readCurrentStatus } from '../testing/checkout-requests.ts'
import { createEdgeClient, type EdgeClient, expectError } from '../testing/edge-client.ts'
import { parsePayPalEvent } from './paypal-event.ts'

const payPalNetwork = createEdgeClient()
/** Without an Origin header: PayPal isn't a browser. */
const deliver = (
  text: string,
  headers: Readonly<Record<string, string>>,
  client: EdgeClient = payPalNetwork,
) => client.send('POST /api/webhooks/paypal', text, { headers, origin: null })
/** From a new address each time, so that no rate limit answers first. */
const sendForged = (text: string, headers: Readonly<Record<string, string>>) =>
  deliver(text, headers, createEdgeClient())

const event = JSON.stringify({
  id: `WH-${crypto.randomUUID()}`,
  event_type: 'BILLING.SUBSCRIPTION.ACTIVATED',
  resource: { id: 'I-SOMEBODY-ELSES' },
})

const expectDetail = (client: EdgeClient) =>
  expect.poll(async () => (await readCurrentStatus(client)).detail)

describe('POST /api/webhooks/paypal', () => {
  it('accepts a signed event, repeatedly, whatever it’s about', async () => {
    const headers = await fakePayPal.sign(event)
    for (let time = 0; time < 3; time++) expect((await deliver(event, headers)).status).toBe(204)
  })

  it('refuses what isn’t an event, even if PayPal has signed it', async () => {
    for (const text of ['{"id":"WH-1"}', '{}', '[]', '"x"', '']) {
      await expectError(deliver(text, await fakePayPal.sign(text)), 400, 'bad_request')
    }
  })

  it('refuses a changed byte, a missing header and another event’s signature', async () => {
    const headers = await fakePayPal.sign(event)
    const names = Object.keys(headers).filter((name) => name.startsWith('PAYPAL-'))
    const changed = fc
      .tuple(fc.nat(event.length - 1), fc.constantFrom('0', 'x', ' ', '"'))
      .map(([at, byte]) => event.slice(0, at) + byte + event.slice(at + 1))
      .filter((text) => text !== event)
    await fc.assert(
      fc.asyncProperty(changed, async (text) => {
        const response = await sendForged(text, headers)
        if (parsePayPalEvent(text)) await expectError(response, 401, 'bad_signature')
        else await expectError(response, 400, 'bad_request')
      }),
      { numRuns: 25 },
    )
    for (const name of names) {
      const { [name]: _, ...others } = headers
      expect((await sendForged(event, others)).status).toBe(401)
      expect((await sendForged(event, { ...headers, [name]: 'x' })).status).toBe(401)
    }
    expect((await sendForged(event, await fakePayPal.sign('{}'))).status).toBe(401)
    expect((await sendForged('', {})).status).toBe(401)
  })

  it('accepts a burst of events while another network sends forgeries', async () => {
    const forgerNetwork = createEdgeClient()
    const wrong = await fakePayPal.sign('{}')
    const forged = Array.from({ length: 60 }, () => deliver(event, wrong, forgerNetwork))
    const burst = Array.from({ length: 60 }, async () =>
      deliver(event, await fakePayPal.sign(event)),
    )
    expect(new Set((await Promise.all(burst)).map(({ status }) => status))).toEqual(new Set([204]))
    const refused = (await Promise.all(forged)).map(({ status }) => status)
    expect(new Set(refused)).toEqual(new Set([401, 429]))
    expect(refused.filter((status) => status === 429).length).toBeGreaterThan(30)
  })

  it('ends a refunded subscription', async () => {
    const { client, id } = await createSubscriber()
    const payment = await fakePayPal.findPayment(id)
    await fakePayPal.trigger('refund', { payment, status: 'REVERSED' })
    await expectDetail(client).toBe('ended')
  })

  it('suspends a disputed subscription, and reactivates it if the dispute is won', async () => {
    const { client, id } = await createSubscriber()
    const payment = await fakePayPal.findPayment(id)
    for (const [outcome, detail] of [
      [null, 'disputed'],
      ['won', 'active'],
      ['lost', 'ended'],
    ]) {
      await fakePayPal.trigger('dispute', { payment, outcome })
      await expectDetail(client).toBe(detail)
    }
    expect(await fakePayPal.findStatus(id)).not.toBe('APPROVAL_PENDING')
  })
})
