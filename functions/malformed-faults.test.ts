import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countLives } from '../scripts/dev/random-lives.ts'
import { apiErrorSchema } from '../src/contracts/endpoints/api-error.ts'
import { contentType, isFuzzedInProcess, malformedBody } from './testing/malformed-bodies.ts'
import { createExampleRequest, endpoints } from './testing/route-table.ts'
import { siteUrl, WorkerHarness } from './testing/worker-harness.ts'

const fuzzed = endpoints.filter(
  (endpoint) =>
    endpoint.request !== undefined &&
    endpoint.maxBytes !== undefined &&
    isFuzzedInProcess(endpoint),
)

describe('a malformed body', () => {
  it.each(fuzzed)('to $route causes no error of ours', async (endpoint) => {
    const { method } = endpoint
    const { path, body: example } = createExampleRequest(endpoint)
    const harness = new WorkerHarness()
    await harness.storeReaderAndCheckout()
    await harness.logIn()
    const Cookie = harness.cookies.format()
    const guarded = [401, 403, 404]
    const statuses: number[] = []

    const isRefused = async ([body, type]: readonly [string, string]) => {
      const response = await harness.request(path, {
        method,
        body,
        headers: { 'Content-Type': type, Origin: siteUrl, Cookie },
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
    // Most passed the guards.
    const inspected = statuses.filter((status) => !guarded.includes(status))
    expect(inspected.length).toBeGreaterThan(countLives(20))
  })
})
