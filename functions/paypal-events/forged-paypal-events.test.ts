import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectPayer } from '../../scripts/dev/fakes/paypal/paypal-payer.ts'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { day } from '../../src/domain/duration.ts'
import { parsePayPalEvent } from '../subscription/paypal-event.ts'
import { createCountingLimits, rateLimitNumbers } from '../testing/fake-rate-limits.ts'
import { connectPayPal, startPayPal } from '../testing/paypal-service.ts'
import { createApp } from '../testing/route-table.ts'

let fake: Awaited<ReturnType<typeof startPayPal>>
let sign: (text: string) => Promise<Record<string, string>>
let app: ReturnType<typeof createApp>
let limits: ReturnType<typeof createCountingLimits>
let earlierVerifications = 0

/** An event that isn't about a subscription, so that it costs no look-up. */
const event = (id = 'WH-1') =>
  JSON.stringify({ id, event_type: 'CATALOG.PRODUCT.UPDATED', resource: { id: 'PROD-1' } })

const countVerifications = async () =>
  (await fake.listExchanges()).filter(({ path }) => path.endsWith('/verify-webhook-signature'))
    .length - earlierVerifications

beforeAll(async () => {
  fake = await startPayPal({ plans: {}, target: () => null })
  ;({ sign } = connectPayer(fake.url))
})
afterAll(() => fake.stop())

beforeEach(async () => {
  earlierVerifications = 0
  earlierVerifications = await countVerifications()
  const paypal = connectPayPal(`http://127.0.0.1:${new URL(fake.url).port}`)
  limits = createCountingLimits()
  app = createApp({ paypal, now: () => new Date(), log: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
})

const payPalNetwork = '173.0.80.1'
const otherNetwork = '203.0.113.7'

async function deliver(body: string, headers: Record<string, string>, from = payPalNetwork) {
  const response = await app.request(
    `https://verandah.example${getEndpointPath('POST /api/webhooks/paypal')}`,
    { method: 'POST', headers: { ...headers, 'CF-Connecting-IP': from }, body },
    limits,
    { waitUntil: () => {}, passThroughOnException: () => {} },
  )
  return response.status
}

const countStatuses = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  )

describe('an event that can’t be PayPal’s', () => {
  it.each([
    ['has a foreign certificate', 'PAYPAL-CERT-URL', 'https://evil.example/cert'],
    ['has no certificate', 'PAYPAL-CERT-URL', ''],
    ['is five days old', 'PAYPAL-TRANSMISSION-TIME', new Date(Date.now() - 5 * day).toISOString()],
    ['is an hour ahead', 'PAYPAL-TRANSMISSION-TIME', new Date(Date.now() + day / 24).toISOString()],
  ])('is refused without a call to PayPal if it %s', async (_, name, value) => {
    expect(await deliver(event(), { ...(await sign(event())), [name]: value })).toBe(401)
    expect(await countVerifications()).toBe(0)
  })

  const withoutId = '{"id":1,"event_type":"x","resource":{}}'
  it.each(['{}', '[]', '""', '', 'null', '{"id":"WH-1"}', withoutId])(
    'is refused without a call to PayPal if it’s %s',
    async (body) => {
      expect(await deliver(body, await sign(body))).toBe(400)
      expect(await countVerifications()).toBe(0)
    },
  )
})

describe('an event that PayPal hasn’t signed', () => {
  let networks = 0
  /** Sends from another network each time, so that no network's limit applies first. */
  const sendForged = (body: string, headers: Record<string, string>) =>
    deliver(body, headers, `198.51.100.${networks++}`)

  it('is refused if a byte was changed', async () => {
    const headers = await sign(event())
    const changed = fc
      .tuple(fc.nat(event().length - 1), fc.constantFrom('0', 'x', ' ', '"'))
      .map(([at, byte]) => event().slice(0, at) + byte + event().slice(at + 1))
      .filter((text) => text !== event())
    const refuse = async (text: string) => {
      expect(await sendForged(text, headers)).toBe(parsePayPalEvent(text) ? 401 : 400)
    }
    await fc.assert(fc.asyncProperty(changed, refuse), { numRuns: 25 })
  })

  it('is refused with a missing or a changed header, and with another event’s signature', async () => {
    const headers = await sign(event())
    for (const name of Object.keys(headers).filter((one) => one.startsWith('PAYPAL-'))) {
      const { [name]: _, ...others } = headers
      expect(await sendForged(event(), others)).toBe(401)
      expect(await sendForged(event(), { ...headers, [name]: 'x' })).toBe(401)
    }
    expect(await sendForged(event(), await sign('{}'))).toBe(401)
    expect(await sendForged('', {})).toBe(401)
  })
})

it('a PayPal event is accepted up to four days after it was signed', async () => {
  const headers = await sign(event())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * day - 60_000 })
  expect(await deliver(event(), headers)).toBe(204)
})

describe('forged events', () => {
  const sendForged = async (count: number, from = otherNetwork) => {
    const headers = await sign('{}')
    return countStatuses(
      await Promise.all(
        Array.from({ length: count }, (_, place) => deliver(event(`WH-F${place}`), headers, from)),
      ),
    )
  }
  /** The limit, plus the verifications in progress when it's exceeded. */
  const most = rateLimitNumbers.FORGERY_NETWORK_LIMIT! + 8

  it('cause only a few PayPal calls if they’re from one network, however many arrive at the same time', async () => {
    const statuses = await sendForged(1200)
    expect(statuses[401]).toBeLessThanOrEqual(most)
    expect(statuses[429]).toBe(1200 - statuses[401]!)
    expect(await countVerifications()).toBeLessThanOrEqual(most)
    expect(await countVerifications()).toBeGreaterThanOrEqual(
      rateLimitNumbers.FORGERY_NETWORK_LIMIT!,
    )
  })

  it('don’t keep PayPal’s own events out', async () => {
    const [genuine] = await Promise.all([
      Promise.all(
        Array.from({ length: 100 }, async (_, place) => {
          const body = event(`WH-G${place}`)
          return deliver(body, await sign(body))
        }),
      ),
      sendForged(300),
    ])
    expect(countStatuses(genuine)).toEqual({ 204: 100 })
  })
})
