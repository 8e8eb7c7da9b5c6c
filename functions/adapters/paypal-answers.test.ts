/**
 * Answers with PayPal's address and without its sense: none of them is ever taken for its word, and
 * whoever has asked asks again. What PayPal does say is in paypal.test.ts.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayPal, type PayPal } from './paypal.ts'
import { createPayPalWire } from './paypal-wire.ts'

type Answering = (response: ServerResponse) => unknown

const granted = JSON.stringify({ access_token: 'token', expires_in: 32_400 })
const says =
  (status: number, body: string): Answering =>
  (response) =>
    response.writeHead(status).end(body)
/** Connected, and silent from after this much on. */
const waits =
  (begun: string): Answering =>
  (response) => {
    response.writeHead(200).flushHeaders()
    response.write(begun)
  }
const breaksOff: Answering = (response) =>
  response.writeHead(200).write('{"id":"I-1","st', () => response.destroy())

let token: Answering
let answer: Answering
const server = createServer((request, response) => {
  request.resume()
  ;(request.url === '/v1/oauth2/token' ? token : answer)(response)
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  token = says(200, granted)
})

const plans = { annual_99: 'P-1' } as Parameters<typeof createPayPal>[1]['plans']
const connect = (timeout: number) => {
  const wire = createPayPalWire({ url, clientId: 'a', secret: 'b', timeout, now: Date.now })
  return createPayPal(wire, { plans, webhook: 'W-1', url })
}

const order = { plan: 'annual_99', customId: 'a-reader', startsAt: null, requestId: '1' } as const
const pages = { returnUrl: '', cancelUrl: '', brand: '' }
const owed = { minorUnits: 1399, currency: 'USD' } as const
const transmission = {
  auth_algo: 'SHA256withRSA',
  cert_url: 'https://api.paypal.com/cert',
  transmission_id: 'a1',
  transmission_sig: 'b2',
  transmission_time: '2026-11-01T00:00:00Z',
}

/** Whatever it can be asked. */
const questions: Record<
  string,
  (paypal: PayPal) => ReturnType<PayPal['find' | 'refund' | 'capture']>
> = {
  create: (paypal) => paypal.create({ ...order, ...pages }),
  find: (paypal) => paypal.find('I-1'),
  cancel: (paypal) => paypal.bring('I-1', 'CANCELLED', 'asked'),
  suspend: (paypal) => paypal.bring('I-1', 'SUSPENDED', 'asked'),
  activate: (paypal) => paypal.bring('I-1', 'ACTIVE', 'asked'),
  capture: (paypal) => paypal.capture('I-1', owed, '1'),
  refund: (paypal) => paypal.refund('C-1', '1'),
  transactions: (paypal) => paypal.transactions('I-1', new Date(0), new Date()) as never,
  dispute: (paypal) => paypal.dispute('PP-1') as never,
  verify: (paypal) => paypal.verify(transmission, '{}') as never,
}

async function kindsOf(timeout = 5000) {
  const asked = Object.entries(questions).map(async ([name, ask]) => {
    const answered = await ask(connect(timeout))
    return [name, answered.ok ? answered : answered.failure.kind]
  })
  return Object.fromEntries(await Promise.all(asked))
}
const all = (kind: string) => Object.fromEntries(Object.keys(questions).map((name) => [name, kind]))

describe('PayPal is unavailable', () => {
  it.each([
    [200, '<html>It works!</html>'],
    [200, '{"id":"I-1","status":"ACTIVE"'],
    [200, '"yes"'],
    [200, '[]'],
    [200, '[{"id":"I-1","status":"CANCELLED"}]'],
    [200, '{"id":7,"status":true,"transactions":{},"verification_status":true}'],
    [200, '{"status":"COMPLETED","transactions":[{}],"verification_status":"YES"}'],
    // A subscription that is not there has an error in PayPal's own form; a wrong turn has not.
    [404, ''],
    [404, '<html>Not found</html>'],
    [404, '{"error":"not_found"}'],
    // And so has what cannot be as things stand.
    [409, '[]'],
    [422, '<html>'],
    [422, '{"detail":"unprocessable"}'],
    [400, '<html>'],
    [401, '<html>'],
    [403, '{"name":"NOT_AUTHORIZED"}'],
    [429, '{"name":"RATE_LIMIT_REACHED"}'],
    [500, '{"name":"INTERNAL_SERVER_ERROR"}'],
    [503, '<html>'],
  ])('where the answer is %i %s', async (status, body) => {
    answer = says(status, body)
    expect(await kindsOf()).toEqual(all('unavailable'))
  })

  it.each([
    ['breaks off', breaksOff],
    ['never comes', () => {}],
    ['never ends', waits('{"id":"I-1",')],
    ['has a beginning and nothing else', waits('')],
  ])('where the answer %s', async (_, answering) => {
    answer = answering
    expect(await kindsOf(100)).toEqual(all('unavailable'))
  })

  it.each<[string, Answering]>([
    ['a page', says(200, '<html>It works!</html>')],
    ['cut short', says(200, granted.slice(0, -5))],
    ['nothing', says(200, '')],
    ['something else', says(200, '[]')],
    ['a token that is none', says(200, '{"access_token":7,"expires_in":"long"}')],
    ['a refusal', says(401, '{"error":"invalid_client"}')],
    ['lost', breaksOff],
    ['late', () => {}],
    ['late from the middle on', waits('{"access')],
  ])('where its token is %s, and it is asked nothing without one', async (_, answering) => {
    token = answering
    let asked = 0
    answer = (response) => {
      asked++
      says(204, '')(response)
    }
    expect(await kindsOf(100)).toEqual(all('unavailable'))
    expect(asked).toBe(0)
  })

  it('where it answers with nothing what has an answer', async () => {
    answer = says(200, '')
    const done = { ok: true, value: undefined }
    expect(await kindsOf()).toEqual({
      ...all('unavailable'),
      // These it does answer with nothing.
      cancel: done,
      suspend: done,
      activate: done,
      capture: { ok: true, value: 'pending' },
    })
  })
})

describe('what PayPal does say', () => {
  it.each([
    [404, 'RESOURCE_NOT_FOUND', 'notFound'],
    [422, 'UNPROCESSABLE_ENTITY', 'refused'],
    [409, 'RESOURCE_CONFLICT', 'refused'],
  ])('is %i %s: %s', async (status, name, kind) => {
    answer = says(status, JSON.stringify({ name, message: 'no', debug_id: '1' }))
    expect(await kindsOf()).toEqual(all(kind))
  })
})
