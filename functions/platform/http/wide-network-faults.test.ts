/** An IPv6 /48 has 65,536 networks, and usually one owner, so their combined calls are limited. */
import { beforeEach, describe, expect, it } from 'vitest'
import { rateLimitResponse } from '../../../src/contracts/endpoints/endpoint-path.ts'
import { networksPerWideNetwork } from '../../../src/domain/network.ts'
import { fail } from '../../../src/domain/result.ts'
import { createCountingLimits, rateLimitNumbers } from '../../testing/fake-rate-limits.ts'
import { createExampleRequest, endpoints } from '../../testing/route-table.ts'
import { siteUrl, WorkerHarness } from '../../testing/worker-harness.ts'
import { batchSize } from './batched-count.ts'

/** Using the same number for all limits keeps the tests short. */
const limit = 2
const ceiling = networksPerWideNetwork * limit

const getAddress = (network: number) => `2001:db8:1:${network.toString(16)}::1`

let harness: WorkerHarness
const open = (services = {}, numbers = rateLimitNumbers) => {
  harness = new WorkerHarness({ rateLimits: createCountingLimits(numbers), services })
}
const lowLimits = Object.fromEntries(Object.keys(rateLimitNumbers).map((name) => [name, limit]))
beforeEach(() => open({}, lowLimits))

const send = (network: number, path: string, init: RequestInit = {}) =>
  harness.request(path, {
    ...init,
    headers: {
      'Content-Type': 'application/json',
      Origin: siteUrl,
      ...init.headers,
      'CF-Connecting-IP': getAddress(network),
    },
  })

/** The harness doesn't render pages, and gives all error pages the same status. */
const isRefused = ({ status, headers }: Response) =>
  status === 429 || headers.get('Retry-After') === String(rateLimitResponse.retryAfterSeconds)

/** Sends one request from each network, so that no network reaches its own limit. */
async function countAllowed(networks: number, path: string, init: RequestInit = {}) {
  let allowed = 0
  for (let network = 0; network < networks; network++)
    if (!isRefused(await send(network, path, init))) allowed++
  return allowed
}

describe('one call from each network of a /48', () => {
  const counted = endpoints.filter(({ limit: [name] }) => name !== 'READ_LIMIT')
  it.each(counted)('is refused above the ceiling of the /48: $route', async (endpoint) => {
    const { path, body } = createExampleRequest(endpoint)
    const { method } = endpoint
    const init = method === 'GET' ? { method } : { method, body: JSON.stringify(body) }
    const allowed = await countAllowed(4 * ceiling, path, init)
    expect(allowed).toBeGreaterThanOrEqual(limit)
    expect(allowed).toBeLessThanOrEqual(ceiling)
  })

  it('is also refused if the calls are cheap and counted in batches', async () => {
    const most = networksPerWideNetwork * (limit + 2 * batchSize)
    const allowed = await countAllowed(3 * most, '/api/client')
    expect(allowed).toBeGreaterThan(most / 4)
    expect(allowed).toBeLessThanOrEqual(most)
  })

  it.each([
    '/desk/statistics',
    '/gift/bcdfghjkmnpqrstvwxz2',
    '/g/bcdfghjkmnpqrstvwxz2',
    '/preview/a--story',
    '/newsletter/unsubscribe/nonsense',
  ])('is refused above the ceiling of the /48: %s', async (path) => {
    const allowed = await countAllowed(4 * ceiling, path)
    expect(allowed).toBeGreaterThanOrEqual(limit)
    expect(allowed).toBeLessThanOrEqual(ceiling)
  })
})

it('a /48 can’t sign up more addresses without a bot check than thirty networks can', async () => {
  const botCheck = { verify: async () => fail({ kind: 'refused', reason: 'no token' } as const) }
  open({ botCheck }, { ...rateLimitNumbers, UNCHECKED_LIMIT: limit })
  let allowed = 0
  for (let network = 0; network < 4 * ceiling; network++) {
    const body = JSON.stringify({ email: `reader-${network}@example.com` })
    const path = '/api/join-newsletter?source=newsletter'
    const { status } = await send(network, path, { method: 'POST', body })
    expect([200, 429]).toContain(status)
    if (status === 200) allowed++
  }
  expect(allowed).toBeGreaterThan(limit)
  expect(allowed).toBeLessThanOrEqual(ceiling)
})
