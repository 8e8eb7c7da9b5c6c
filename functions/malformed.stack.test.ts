/**
 * Bodies that nobody should send, to every route that takes one, a thousand to most: whatever they
 * are, the answer is never that something went wrong on our side.
 */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../src/contracts/api-error.ts'
import { payPalWebhook } from '../src/contracts/paypal-webhook.ts'
import { deskHeaders, type EdgeClient, edgeClient, ownReader } from './edge-client.ts'
import { payPal } from './edge-client-buyers.ts'
import { addressOf, changingRoutes, isSigned } from './route-table.ts'

/**
 * What is sent as it should be, for wrong bodies to be near it. A route without a line gets bodies that
 * are near nothing.
 */
const right: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'POST /api/session': { idToken: 'a.b.c' },
  'DELETE /api/account': { idToken: 'a.b.c' },
  'PATCH /api/user': { first_name: 'Mira', last_name: 'Bai' },
  'PATCH /api/preferences': {
    categories: ['food'],
    tags: ['india'],
    authors: ['zarlasht-naderi'],
    goal: '3',
    keepsHistory: true,
  },
  'POST /api/confirmation': { code: 'a-code' },
  'PUT /api/saved/:slug': {},
  'PUT /api/reading/:slug': { depth: 0.5 },
  'PUT /api/ratings/:slug': { rating: 4 },
  'POST /api/join-newsletter': {
    email: 'someone@example.com',
    fbp: '',
    fbc: '',
    userAgent: 'A browser',
    ip: '198.51.100.1',
    botCheck: 'x',
  },
  'POST /api/collect': {
    sentAt: '2026-11-21T12:00:00.000Z',
    batch: [{ type: 'page', name: 'homepage', messageId: 'x', context: { page: { path: '/' } } }],
  },
  'POST /api/checkout': {
    kind: 'annual',
    source: 'header',
    requestId: '0f8b0f0e-6b0e-4c43-9d8e-2f7f6f1c0a11',
  },
  'POST /api/checkout/:id/approval': { key: 'x' },
  'POST /api/checkout/:id/account': {
    first_name: 'Mira',
    last_name: 'Bai',
    email: 'someone@example.com',
  },
  'POST /api/checkout/:id/claim': { key: 'x' },
  'PATCH /api/subscription': { step: 'pause', months: 1 },
  'POST /api/student': { email: 'someone@example.edu' },
  'POST /api/student/confirmation': { key: 'x' },
  'POST /api/webhooks/paypal': { id: 'WH-1', event_type: 'x', resource: {} },
  'POST /api/webhooks/publish': { changedAt: 'yesterday' },
  'POST /api/webhooks/rebuild-failed': { reason: 5 },
}

/** Those that take a body, by what HTTP says of their method, and by what we know. */
const routes = changingRoutes.filter(
  (route) => (/^(POST|PUT|PATCH) /.test(route) || right[route]) && route !== 'POST /api/log-out',
)

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, withBigInt: false }),
  fc.constantFrom<unknown>('', ' ', '\0', '../../etc', '__proto__', -1, 1e300, [], {}, null, true),
  fc.string({ maxLength: 300 }),
  fc.array(fc.string(), { maxLength: 60 }),
)

/** A right one with one field that is wrong, missing or too many. */
function nearly(like: Readonly<Record<string, unknown>>) {
  const names = [...Object.keys(like), '__proto__', 'constructor', 'toString', 'uid', 'id']
  return fc
    .tuple(fc.constantFrom(...names), anything, fc.boolean())
    .map(([name, value, isMissing]) => {
      const fields = Object.entries(like).filter(([field]) => field !== name)
      // Not by assignment, which for some names would do something else.
      return JSON.stringify(Object.fromEntries(isMissing ? fields : [...fields, [name, value]]))
    })
}

const cut = (text: string) =>
  fc.tuple(fc.nat(text.length), fc.string({ maxLength: 3 })).map(([at, put]) => {
    return text.slice(0, at) + put + text.slice(at + 1)
  })

const deep = fc
  .tuple(fc.integer({ min: 1, max: 2000 }), fc.constantFrom('[', '{"a":', '[{"a":'))
  .map(([depth, opening]) => opening.repeat(depth))

const body = (like: Readonly<Record<string, unknown>> = {}) =>
  fc.oneof(
    { arbitrary: nearly(like), weight: 5 },
    { arbitrary: cut(JSON.stringify(like)), weight: 2 },
    { arbitrary: fc.json(), weight: 2 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    { arbitrary: deep, weight: 1 },
    { arbitrary: fc.string({ maxLength: 40 }).map((text) => text.repeat(400)), weight: 1 },
  )

const contentType = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain; charset=utf-16',
      'application/json; charset=nonsense',
    ),
    weight: 1,
  },
)

/** Of the desk's calls and of PayPal's. */
const signatureOf = (call: Parameters<typeof deskHeaders>[0]) =>
  call.path === payPalWebhook ? payPal.sign(String(call.body)) : deskHeaders(call)

/** Enough of them that no limit of one reader answers in the route's place. */
let readers: readonly EdgeClient[]
beforeAll(async () => {
  readers = await Promise.all(Array.from({ length: 60 }, () => ownReader()))
})
let calls = 0

/** One after the other, each call from an address of its own, so that no ceiling answers either. */
function asReader(): EdgeClient {
  const client = edgeClient()
  const reader = readers[calls++ % readers.length]!
  for (const [name, value] of reader.cookies) client.cookies.set(name, value)
  return client
}

/** Fewer where a right one has PayPal asked, or the bodies are those of another route. */
const countFor = (path: string) => (/checkout|paypal|student/.test(path) ? 200 : 1000)
/** Under way at a time. */
const abreast = 20

describe('a body that nobody should send', () => {
  it.each(routes)('to %s never makes it our fault', { timeout: 180_000 }, async (route) => {
    const [method, path] = addressOf(route)
    const count = countFor(path)
    const seed = Date.now()
    const sent = fc.sample(fc.tuple(body(right[route]), contentType), { numRuns: count, seed })
    const statuses = new Map<number, number>()

    async function send() {
      for (let next = sent.pop(); next; next = sent.pop()) {
        const [text, type] = next
        const call = { method: method as 'POST' | 'PUT', path, body: text }
        const signed = isSigned(path) ? await signatureOf(call) : {}
        const response = await asReader().request(path, {
          method,
          body: text,
          headers: { 'Content-Type': type, ...signed },
        })
        const answer = await response.text()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        const said = `${response.status} ${answer} to ${type}: ${text.slice(0, 200)} (seed ${seed})`
        expect(response.status, said).toBeLessThan(500)
        if (response.status >= 400) {
          expect(apiErrorSchema.safeParse(JSON.parse(answer)).success, said).toBe(true)
        }
      }
    }
    await Promise.all(Array.from({ length: abreast }, send))
    // They have come to what the route makes of a body, and not to a door before it.
    const looked = [...statuses].filter(([status]) => ![401, 403, 404, 429].includes(status))
    expect(
      looked.reduce((sum, [, times]) => sum + times, 0),
      JSON.stringify([...statuses]),
    ).toBeGreaterThan(count / 10)
  })
})
