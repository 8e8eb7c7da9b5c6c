import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { signByHmac } from '../scripts/dev/fakes/mail/provider-events.ts'
import { apiErrorSchema } from '../src/contracts/endpoints/api-error.ts'
import { fakePayPal } from './testing/checkout-requests.ts'
import {
  copyClient,
  createReaderWithSession,
  type EdgeClient,
  signDeskRequest,
} from './testing/edge-client.ts'
import { contentType, isFuzzedInProcess, malformedBody } from './testing/malformed-bodies.ts'
import { createExampleRequest, endpoints } from './testing/route-table.ts'

/**
 * Those that malformed-faults.test.ts doesn't send to the Worker in one process. Images are tested in images/. The local
 * stack gets Resend's events only; adapters/mail/ tests the others.
 */
const fuzzed = endpoints.filter(
  (endpoint) =>
    endpoint.request !== undefined &&
    endpoint.maxBytes !== undefined &&
    !isFuzzedInProcess(endpoint) &&
    !/\/mail\/(?:ses|postmark)/.test(endpoint.path),
)

/** Enough readers to stay below each one's rate limit. */
let readerPool: readonly EdgeClient[]
beforeAll(async () => {
  readerPool = await Promise.all(Array.from({ length: 20 }, () => createReaderWithSession()))
})
let calls = 0

/** Each call has a new address, to stay below the networks' limits. */
function withReader(): EdgeClient {
  return copyClient(readerPool[calls++ % readerPool.length]!)
}

const count = 30
const concurrency = 20

describe('a malformed body', () => {
  it.each(fuzzed)('to $route causes no error of ours', async (endpoint) => {
    const { method, caller } = endpoint
    const { path, body: example } = createExampleRequest(endpoint)
    const sent = fc.sample(fc.tuple(malformedBody(example), contentType), count)
    const statuses = new Map<number, number>()

    function sign(text: string) {
      if (path === '/api/webhooks/mail/resend') return signByHmac(text, new Date()).headers
      if (caller === 'provider') return fakePayPal.sign(text)
      return caller === 'desk' ? signDeskRequest({ method, path, body: text }) : {}
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
        const responseText = `${response.status} ${answer} to ${type}: ${text.slice(0, 200)}`
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
