import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { createFirestore } from '../platform/adapters/firestore.ts'
import { createCountingLimits } from '../testing/fake-rate-limits.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { createApp } from '../testing/route-table.ts'

let pendingQueries: { readonly url: string; readonly response: ServerResponse }[] = []
let queryCount = 0
let server: LocalServer
const brokenDatabase = {
  prepare() {
    throw new Error('no such database')
  },
}

let app: ReturnType<typeof createApp>
let limits: ReturnType<typeof createCountingLimits>

beforeAll(async () => {
  server = await startLocalServer(({ url = '' }, response) => {
    queryCount++
    pendingQueries.push({ url, response })
  })
})
afterAll(() => server.stop())

beforeEach(() => {
  pendingQueries = []
  queryCount = 0
  limits = createCountingLimits()
  app = createApp({
    firestore: createFirestore({
      url: server.url,
      projectId: 'demo',
      token: async () => 'token',
      timeout: 5000,
    }),
    statistics: brokenDatabase,
    healthKeys: null,
    rebuildHook: null,
    paypal: null,
    emailConfig: null,
    weeklyMail: null,
    buildManifest: { builtAt: async () => new Date(), listContentProblems: async () => [] },
    now: () => new Date(),
    log: () => {},
  })
})
afterEach(() => {
  vi.useRealTimers()
})

async function request() {
  const context = { waitUntil: () => {}, passThroughOnException: () => {} }
  const address = `https://verandah.example${getEndpointPath('GET /api/health')}`
  return (await app.request(address, {}, limits, context)).status
}

const expectQueries = (count: number) => expect.poll(() => queryCount).toBe(count)

function respondWith(status: number) {
  for (const { url, response } of pendingQueries.splice(0)) {
    // The query finds nothing.
    if (status === 404 && url.endsWith(':runQuery')) {
      response.end(JSON.stringify([{ readTime: new Date().toISOString() }]))
    } else response.writeHead(status).end('{"error":{"status":"NOT_FOUND"}}')
  }
}

describe('a health check of five document reads and two outbox queries', () => {
  it('runs once for simultaneous and closely following requests', async () => {
    const answers = Array.from({ length: 50 }, request)
    await expectQueries(7)
    respondWith(404)
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    expect(await request()).toBe(200)
    expect(queryCount).toBe(7)
  })

  it('runs again after five seconds', async () => {
    const first = request()
    await expectQueries(7)
    respondWith(404)
    expect(await first).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5001 })
    const later = [request(), request()]
    await expectQueries(14)
    respondWith(503)
    expect(await Promise.all(later)).toEqual([503, 503])
    expect(queryCount).toBe(14)
  })
})
