/** Responses that can't be PayPal's count as an outage. PayPal's own are tested in paypal.test.ts. */

import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currency } from '../../../src/publication/offer.ts'
import { type LocalServer, startLocalServer } from '../../testing/local-server.ts'
import { createPayPal, type PayPal } from './paypal.ts'
import { createPayPalRest } from './paypal-rest.ts'

type FakeResponse = (response: ServerResponse) => unknown

const tokenResponse = JSON.stringify({ access_token: 'token', expires_in: 32_400 })
const respondWith =
  (status: number, body: string): FakeResponse =>
  (response) =>
    response.writeHead(status).end(body)
const stallAfter =
  (begun: string): FakeResponse =>
  (response) => {
    response.writeHead(200).flushHeaders()
    response.write(begun)
  }
const closeConnection: FakeResponse = (response) =>
  response.writeHead(200).write('{"id":"I-1","st', () => response.destroy())

let token: FakeResponse
let answer: FakeResponse
let server: LocalServer
/** Each test has its own server, because an abandoned call may still arrive after its test. */
beforeEach(async () => {
  token = respondWith(200, tokenResponse)
  server = await startLocalServer((request, response) => {
    request.resume()
    ;(request.url === '/v1/oauth2/token' ? token : answer)(response)
  })
})
afterEach(() => server.stop())

const plans = { annual_99: 'P-1' } as Parameters<typeof createPayPal>[1]['plans']
const connect = (timeout: number) => {
  const { url } = server
  const rest = createPayPalRest({ url, clientId: 'a', secret: 'b', timeout, now: Date.now })
  return createPayPal(rest, { plans, webhook: 'W-1', url })
}

const order = { plan: 'annual_99', customId: 'a-reader', startsAt: null, requestId: '1' } as const
const pages = { returnUrl: '', cancelUrl: '', brand: '' }
const outstanding = { minorUnits: 1399, currency } as const
const giftOrder = {
  amount: outstanding,
  description: 'a gift',
  customId: 'a-gift',
  requestId: '1',
  ...pages,
}
const transmission = {
  auth_algo: 'SHA256withRSA',
  cert_url: 'https://api.paypal.com/cert',
  transmission_id: 'a1',
  transmission_sig: 'b2',
  transmission_time: '2026-11-01T00:00:00Z',
}

const payPalCalls: Record<
  string,
  (paypal: PayPal) => ReturnType<PayPal['find' | 'refund' | 'capture']>
> = {
  create: (paypal) => paypal.create({ ...order, ...pages }),
  find: (paypal) => paypal.find('I-1'),
  findPlanPrice: (paypal) => paypal.findPlanPrice('P-1') as never,
  cancel: (paypal) => paypal.setStatus('I-1', 'CANCELLED', 'asked'),
  suspend: (paypal) => paypal.setStatus('I-1', 'SUSPENDED', 'asked'),
  activate: (paypal) => paypal.setStatus('I-1', 'ACTIVE', 'asked'),
  clearBalance: (paypal) => paypal.clearBalance('I-1'),
  capture: (paypal) => paypal.capture('I-1', outstanding, '1'),
  refund: (paypal) => paypal.refund('C-1', '1'),
  createOrder: (paypal) => paypal.createOrder(giftOrder) as never,
  findOrder: (paypal) => paypal.findOrder('O-1') as never,
  captureOrder: (paypal) => paypal.captureOrder('O-1', '1') as never,
  findCapture: (paypal) => paypal.findCapture('C-1') as never,
  refundPart: (paypal) => paypal.refundPart('C-1', outstanding, '1') as never,
  transactions: (paypal) => paypal.transactions('I-1', new Date(0), new Date()) as never,
  dispute: (paypal) => paypal.findDispute('PP-1') as never,
  verify: (paypal) => paypal.verify(transmission, '{}') as never,
}

async function kindsOf(timeout = 5000) {
  const asked = Object.entries(payPalCalls).map(async ([name, ask]) => {
    const answered = await ask(connect(timeout))
    return [name, answered.ok ? answered : answered.failure.kind]
  })
  return Object.fromEntries(await Promise.all(asked))
}
const all = (kind: string) =>
  Object.fromEntries(Object.keys(payPalCalls).map((name) => [name, kind]))

describe('PayPal', () => {
  it.each([
    [200, '<html>It works!</html>'],
    [200, '{"id":"I-1","status":"ACTIVE"'],
    [200, '"yes"'],
    [200, '[]'],
    [200, '[{"id":"I-1","status":"CANCELLED"}]'],
    [200, '{"id":7,"status":true,"transactions":{},"verification_status":true}'],
    [200, '{"status":"COMPLETED","transactions":[{}],"verification_status":"YES"}'],
    // PayPal's own 404, 409 and 422 have a name and a message.
    [404, ''],
    [404, '<html>Not found</html>'],
    [404, '{"error":"not_found"}'],
    [409, '[]'],
    [422, '<html>'],
    [422, '{"detail":"unprocessable"}'],
    [400, '<html>'],
    [401, '<html>'],
    [403, '{"name":"NOT_AUTHORIZED"}'],
    [429, '{"name":"RATE_LIMIT_REACHED"}'],
    [500, '{"name":"INTERNAL_SERVER_ERROR"}'],
    [503, '<html>'],
  ])('is unavailable if the answer is %i %s', async (status, body) => {
    answer = respondWith(status, body)
    expect(await kindsOf()).toEqual(all('unavailable'))
  })

  it.each([
    ['breaks off', closeConnection],
    ['never comes', () => {}],
    ['never ends', stallAfter('{"id":"I-1",')],
    ['has only headers', stallAfter('')],
  ])('is unavailable if the answer %s', async (_, answering) => {
    answer = answering
    expect(await kindsOf(100)).toEqual(all('unavailable'))
  })

  it.each<[string, FakeResponse]>([
    ['a page', respondWith(200, '<html>It works!</html>')],
    ['cut short', respondWith(200, tokenResponse.slice(0, -5))],
    ['nothing', respondWith(200, '')],
    ['something else', respondWith(200, '[]')],
    ['malformed', respondWith(200, '{"access_token":7,"expires_in":"long"}')],
    ['a refusal', respondWith(401, '{"error":"invalid_client"}')],
    ['lost', closeConnection],
    ['late', () => {}],
    ['late in the middle', stallAfter('{"access')],
  ])('is unavailable if its token is %s, and gets no other call', async (_, answering) => {
    token = answering
    let calls = 0
    answer = (response) => {
      calls++
      respondWith(204, '')(response)
    }
    expect(await kindsOf(100)).toEqual(all('unavailable'))
    expect(calls).toBe(0)
  })

  it('is unavailable if a response that should have a body is empty', async () => {
    answer = respondWith(200, '')
    const done = { ok: true, value: undefined }
    expect(await kindsOf()).toEqual({
      ...all('unavailable'),
      cancel: done,
      suspend: done,
      activate: done,
      clearBalance: done,
      capture: { ok: true, value: 'pending' },
    })
  })
})

it('an amount in another currency is read as 0, and a plan’s details may be anything', async () => {
  const amount = { currency_code: 'EUR', value: '13.99' }
  const billing_info = {
    failed_payments_count: 0,
    outstanding_balance: amount,
    last_payment: { time: '2026-11-01T10:00:00Z', amount },
  }
  const regular = { tenure_type: 'REGULAR', pricing_scheme: { fixed_price: amount } }
  const plan = { billing_cycles: [regular] }
  const subscription = { id: 'I-1', status: 'ACTIVE', plan_id: 'P-1', billing_info }
  const readAnswer = async (body: object) => {
    answer = respondWith(200, JSON.stringify(body))
    const found = await connect(5000).find('I-1')
    return found.ok ? found.value.payPalState : found
  }
  const none = { lastPaymentMinorUnits: 0, outstandingMinorUnits: 0 }
  expect(await readAnswer({ ...subscription, plan })).toMatchObject({ ...none, nextMinorUnits: 0 })
  for (const unknown of [undefined, 7, {}, { billing_cycles: [{ tenure_type: 'REGULAR' }] }])
    expect(await readAnswer({ ...subscription, plan: unknown })).toMatchObject({
      ...none,
      nextMinorUnits: null,
    })
  answer = respondWith(200, JSON.stringify(plan))
  expect(await connect(5000).findPlanPrice('P-1')).toEqual({ ok: true, value: 0 })
})

describe('an error in PayPal’s format', () => {
  it.each([
    [404, 'RESOURCE_NOT_FOUND', 'notFound'],
    [422, 'UNPROCESSABLE_ENTITY', 'refused'],
    [409, 'RESOURCE_CONFLICT', 'refused'],
  ])('is reported, with %i %s, as %s', async (status, name, kind) => {
    answer = respondWith(status, JSON.stringify({ name, message: 'no', debug_id: '1' }))
    expect(await kindsOf()).toEqual(all(kind))
  })
})
