/** What forged PayPal events cost: the real adapter against the fake PayPal, which counts its calls. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { payerAt } from '../../scripts/local/paypal/payer.ts'
import { payPalPlanIds } from '../../scripts/local/paypal/plans.ts'
import { payPalKeys } from '../../scripts/local/paypal/rest.ts'
import { type Exchange, startPayPal } from '../../scripts/local/paypal/server.ts'
import { webhookId } from '../../scripts/local/paypal/webhooks.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { payPalWebhook } from '../../src/contracts/paypal-webhook.ts'
import { createPayPal } from '../adapters/paypal.ts'
import { createPayPalWire } from '../adapters/paypal-wire.ts'
import { countingLimits, limitNumbers } from '../edge-client-limits.ts'
import { createApp } from '../route-table.ts'

const folder = mkdtempSync(join(tmpdir(), 'paypal-'))
const day = 24 * 60 * 60 * 1000
let fake: Awaited<ReturnType<typeof startPayPal>>
let sign: (text: string) => Promise<Record<string, string>>
let app: ReturnType<typeof createApp>
let limits: ReturnType<typeof countingLimits>
/** Verifications that earlier tests have asked for. */
let before = 0

/** About no subscription of ours, so that nothing has to be looked up. */
const event = (id = 'WH-1') =>
  JSON.stringify({ id, event_type: 'CATALOG.PRODUCT.UPDATED', resource: { id: 'PROD-1' } })

async function verifications() {
  const exchanges: Exchange[] = await (await fetch(`${fake.url}/local/exchanges`)).json()
  return exchanges.filter(({ path }) => path.endsWith('/verify-webhook-signature')).length - before
}

beforeAll(async () => {
  fake = await startPayPal({
    port: await freePort(9850),
    folder,
    plans: {},
    target: () => null,
  })
  ;({ sign } = payerAt(fake.url))
})
afterAll(async () => {
  await fake.stop()
  rmSync(folder, { recursive: true })
})

beforeEach(async () => {
  before = 0
  before = await verifications()
  const { clientId, secret } = payPalKeys
  const url = `http://127.0.0.1:${new URL(fake.url).port}`
  const wire = createPayPalWire({ url, clientId, secret, timeout: 10_000, now: Date.now })
  const paypal = createPayPal(wire, { plans: payPalPlanIds, webhook: webhookId, url })
  limits = countingLimits()
  app = createApp({ paypal, now: () => new Date(), log: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
})

const payPalNetwork = '173.0.80.1'
const stranger = '203.0.113.7'

async function deliver(body: string, headers: Record<string, string>, from = payPalNetwork) {
  const response = await app.request(
    `https://verandah.example${payPalWebhook}`,
    { method: 'POST', headers: { ...headers, 'CF-Connecting-IP': from }, body },
    limits,
    { waitUntil: () => {}, passThroughOnException: () => {} },
  )
  return response.status
}

/** How often each status was answered. */
const tally = (statuses: readonly number[]) =>
  Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  )

describe('an event that can’t be PayPal’s', () => {
  it.each([
    'https://evil.example/cert',
    'https://paypal.com.evil.example/cert',
    'https://notpaypal.com/cert',
    'https://api.paypal.com@evil.example/cert',
    'https://api.paypal.com:8443/cert',
    'https://api.paypal.com./cert',
    'http://api.paypal.com/cert',
    'ftp://api.paypal.com/cert',
    'api.paypal.com/cert',
    '',
  ])('is refused without asking PayPal: its certificate is at “%s”', async (address) => {
    const headers = { ...(await sign(event())), 'PAYPAL-CERT-URL': address }
    expect(await deliver(event(), headers)).toBe(401)
    expect(await verifications()).toBe(0)
  })

  it.each([
    ['five days old', -5 * day],
    ['an hour ahead', day / 24],
  ])('is refused without asking PayPal: it is %s', async (_, offset) => {
    const time = new Date(Date.now() + offset).toISOString()
    const headers = { ...(await sign(event())), 'PAYPAL-TRANSMISSION-TIME': time }
    expect(await deliver(event(), headers)).toBe(401)
    expect(await verifications()).toBe(0)
  })

  it.each([
    '{}',
    '[]',
    '""',
    '',
    'null',
    '{"id":"WH-1"}',
    '{"id":1,"event_type":"x","resource":{}}',
  ])('is refused without asking PayPal: it is %s', async (body) => {
    expect(await deliver(body, await sign(body))).toBe(400)
    expect(await verifications()).toBe(0)
  })
})

describe('an event of PayPal’s', () => {
  it('is taken when PayPal repeats it, up to four days later', async () => {
    const headers = await sign(event())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * day - 60_000 })
    expect(await deliver(event(), headers)).toBe(204)
  })

  it('passes with all others of a burst', async () => {
    const burst = Array.from({ length: 200 }, async (_, place) => {
      const body = event(`WH-${place}`)
      return deliver(body, await sign(body))
    })
    expect(tally(await Promise.all(burst))).toEqual({ 204: 200 })
  })
})

describe('forged events', () => {
  /** With everything right but the signature. */
  const forge = async (count: number, from = stranger) => {
    const headers = await sign('{}')
    return tally(
      await Promise.all(
        Array.from({ length: count }, (_, place) => deliver(event(`WH-F${place}`), headers, from)),
      ),
    )
  }
  /** Those that are under way when the last one is one too many. */
  const most = limitNumbers.FORGERY_LIMIT! + 8

  it('of one network cost a few calls of PayPal, however many arrive at the same time', async () => {
    const statuses = await forge(1200)
    expect(statuses[401]).toBeLessThanOrEqual(most)
    expect(statuses[429]).toBe(1200 - statuses[401]!)
    expect(await verifications()).toBeLessThanOrEqual(most)
    expect(await verifications()).toBeGreaterThanOrEqual(limitNumbers.FORGERY_LIMIT!)
  })

  it('don’t keep PayPal’s own from passing', async () => {
    const [genuine] = await Promise.all([
      Promise.all(
        Array.from({ length: 100 }, async (_, place) => {
          const body = event(`WH-G${place}`)
          return deliver(body, await sign(body))
        }),
      ),
      forge(300),
    ])
    expect(tally(genuine)).toEqual({ 204: 100 })
  })

  it('are verified again a minute later', async () => {
    await forge(100)
    expect(await forge(1)).toEqual({ 429: 1 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    limits = countingLimits()
    expect(await forge(1)).toEqual({ 401: 1 })
  })
})
