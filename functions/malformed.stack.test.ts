import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../src/contracts/api-error.ts'
import { fakePayPal } from './testing/checkout-requests.ts'
import {
  copyClient,
  createReaderWithSession,
  type EdgeClient,
  signDeskRequest,
} from './testing/edge-client.ts'
import { createExampleRequest, endpoints } from './testing/route-table.ts'

/** Images are tested in images/. */
const fuzzed = endpoints.filter(
  ({ request, maxBytes }) => request !== undefined && maxBytes !== undefined,
)

const anything = fc.oneof(
  fc.anything({ withNullPrototype: false, withBigInt: false }),
  fc.constantFrom<unknown>('', ' ', '\0', '../../etc', '__proto__', -1, 1e300, [], {}, null, true),
  fc.string({ maxLength: 300 }),
  fc.array(fc.string(), { maxLength: 60 }),
)

function mutateValid(valid: Readonly<Record<string, unknown>>) {
  const names = [...Object.keys(valid), '__proto__', 'constructor', 'toString', 'uid', 'id']
  return fc
    .tuple(fc.constantFrom(...names), anything, fc.boolean())
    .map(([name, value, isMissing]) => {
      const fields = Object.entries(valid).filter(([field]) => field !== name)
      // Assigning to `__proto__` wouldn't add a field.
      return JSON.stringify(Object.fromEntries(isMissing ? fields : [...fields, [name, value]]))
    })
}

const truncate = (text: string) =>
  fc.tuple(fc.nat(text.length), fc.string({ maxLength: 3 })).map(([at, put]) => {
    return text.slice(0, at) + put + text.slice(at + 1)
  })

const nestDeeply = fc
  .tuple(fc.integer({ min: 1, max: 2000 }), fc.constantFrom('[', '{"a":', '[{"a":'))
  .map(([depth, opening]) => opening.repeat(depth))

const body = (valid: Readonly<Record<string, unknown>> = {}) =>
  fc.oneof(
    { arbitrary: mutateValid(valid), weight: 5 },
    { arbitrary: truncate(JSON.stringify(valid)), weight: 2 },
    { arbitrary: fc.json(), weight: 2 },
    { arbitrary: fc.string({ unit: 'binary' }), weight: 1 },
    { arbitrary: nestDeeply, weight: 1 },
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

/** Enough readers to stay below each one's rate limit. */
let readerPool: readonly EdgeClient[]
beforeAll(async () => {
  readerPool = await Promise.all(Array.from({ length: 60 }, () => createReaderWithSession()))
})
let calls = 0

/** Each call has a new address, to stay below the networks' limits. */
function withReader(): EdgeClient {
  return copyClient(readerPool[calls++ % readerPool.length]!)
}

/** Fewer if a valid body calls PayPal. */
const runCount = (path: string) => (/checkout|paypal|student|gift/.test(path) ? 200 : 1000)
const concurrency = 20

describe('a malformed body', () => {
  it.each(fuzzed)('to $route causes no error of ours', { timeout: 180_000 }, async (endpoint) => {
    const { method, caller } = endpoint
    const { path, body: example } = createExampleRequest(endpoint)
    const count = runCount(path)
    const seed = Date.now()
    const sent = fc.sample(fc.tuple(body(example), contentType), { numRuns: count, seed })
    const statuses = new Map<number, number>()

    function sign(text: string) {
      if (caller === 'provider') return fakePayPal.sign(text)
      return caller === 'desk' ? signDeskRequest({ path, body: text }) : {}
    }

    async function send() {
      for (let next = sent.pop(); next; next = sent.pop()) {
        const [text, type] = next
        const response = await withReader().request(path, {
          method,
          body: text,
          headers: { 'Content-Type': type, ...(await sign(text)) },
        })
        const answer = await response.text()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
        const responseText = `${response.status} ${answer} to ${type}: ${text.slice(0, 200)} (seed ${seed})`
        expect(response.status, responseText).toBeLessThan(500)
        if (response.status >= 400) {
          expect(apiErrorSchema.safeParse(JSON.parse(answer)).success, responseText).toBe(true)
        }
      }
    }
    await Promise.all(Array.from({ length: concurrency }, send))
    // Most passed the guards.
    const inspected = [...statuses].filter(([status]) => ![401, 403, 404, 429].includes(status))
    expect(
      inspected.reduce((sum, [, times]) => sum + times, 0),
      JSON.stringify([...statuses]),
    ).toBeGreaterThan(count / 10)
  })
})
