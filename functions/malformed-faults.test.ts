import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventSecrets, signByHmac } from '../scripts/dev/fakes/mail/provider-events.ts'
import { countLives } from '../scripts/dev/random-lives.ts'
import { apiErrorSchema } from '../src/contracts/endpoints/api-error.ts'
import type { Endpoint } from '../src/contracts/endpoints/endpoint.ts'
import { keyringSchema } from '../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../src/contracts/signing/sealed-body.ts'
import { succeed } from '../src/domain/result.ts'
import { createMemorySendings } from './issue/testing/memory-sendings.ts'
import { createMemoryDatabase } from './statistics/testing/memory-database.ts'
import { unlimitedRateLimits } from './testing/fake-rate-limits.ts'
import { contentType, malformedBody } from './testing/malformed-bodies.ts'
import { createExampleRequest, endpoints } from './testing/route-table.ts'
import { siteUrl, WorkerHarness } from './testing/worker-harness.ts'

/** Images have separate tests (images/), as do SNS messages (adapters/mail/). */
const fuzzed = endpoints.filter(
  ({ request, maxBytes, path }) =>
    request !== undefined && maxBytes !== undefined && !path.endsWith('/mail/ses'),
)

/** A bucket that is empty and stores nothing. */
const emptyBucket = {
  get: async () => null,
  head: async () => null,
  put: async () => ({}),
  delete: async () => {},
  list: async () => ({ objects: [], truncated: false }),
}

function createHarness() {
  const harness = new WorkerHarness({
    rateLimits: {
      ...unlimitedRateLimits,
      AUDIENCES: emptyBucket,
      MEDIA: emptyBucket,
      ISSUE_SENDING: createMemorySendings().namespace,
    },
    services: {
      emailConfig: { emailService: { send: async () => succeed(undefined) }, siteUrl },
      mailEventSources: [
        { provider: 'resend', secret: eventSecrets.resend },
        { provider: 'postmark', secret: 'secret' },
      ],
      sealingKeys: deriveSealingKeys(keyringSchema.parse(`1:${'s'.repeat(43)}`)),
      statistics: createMemoryDatabase(),
      weeklyMail: null,
    },
  })
  // The limit is high because emails sent after the response count too. Other tests compare a call's costs with the
  // declared ones.
  harness.meter.maxAttempts = 10
  const everyEvent = { checkTransmission: () => null, verify: async () => succeed(true) }
  Object.assign(harness.paypal, everyEvent)
  return harness
}

function sign(harness: WorkerHarness, { method, caller }: Endpoint, path: string, body: string) {
  if (caller === 'desk') return harness.signDesk(method, path, body)
  if (caller === 'provider') return signByHmac(body, harness.now).headers
  return { Origin: siteUrl, Cookie: harness.cookies.format() }
}

describe('a malformed body', () => {
  it.each(fuzzed)('causes no server error: $route', async (endpoint) => {
    const { method } = endpoint
    const { path, body: example } = createExampleRequest(endpoint)
    const harness = createHarness()
    await harness.storeReaderAndCheckout()
    if (endpoint.caller === 'staff')
      await harness.merge(`users/${harness.uid}`, { role: 'operator' })
    await harness.logIn()
    const guarded = [401, 403, 404]
    const statuses: number[] = []

    const isRefused = async ([body, type]: readonly [string, string]) => {
      const signed = await sign(harness, endpoint, path, body)
      const response = await harness.request(path, {
        method,
        body,
        headers: { 'Content-Type': type, ...signed },
      })
      const answer = await response.text()
      expect(response.status, answer).toBeLessThan(500)
      if (response.status >= 400) {
        expect(apiErrorSchema.safeParse(JSON.parse(answer)).success, answer).toBe(true)
      }
      statuses.push(response.status)
    }
    await fc.assert(fc.asyncProperty(fc.tuple(malformedBody(example), contentType), isRefused), {
      numRuns: countLives(200),
    })
    // Most calls got past the guards.
    const inspected = statuses.filter((status) => !guarded.includes(status))
    expect(inspected.length).toBeGreaterThan(countLives(20))
  })
})
