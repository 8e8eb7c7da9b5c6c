import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../src/contracts/endpoints.ts'
import { createFirestore } from './adapters/firestore.ts'
import { countingLimits } from './edge-client-limits.ts'
import { createApp } from './route-table.ts'

/** Requests that Firestore has not answered yet. */
let waiting: ServerResponse[] = []
let asked = 0
const firestore = createServer((_, response) => {
  asked++
  waiting.push(response)
})
let url: string
let app: ReturnType<typeof createApp>
let limits: ReturnType<typeof countingLimits>

beforeAll(async () => {
  await new Promise<void>((resolve) => firestore.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(firestore.address() as AddressInfo).port}`
})
afterAll(() => {
  firestore.closeAllConnections()
  firestore.close()
})

beforeEach(() => {
  waiting = []
  asked = 0
  limits = countingLimits()
  app = createApp({
    firestore: createFirestore({
      url,
      projectId: 'demo',
      token: async () => 'token',
      timeout: 5000,
    }),
    rebuildHook: null,
    siteNotes: { builtAt: async () => new Date() },
    now: () => new Date(),
    log: () => {},
  })
})
afterEach(() => {
  vi.useRealTimers()
})

async function ask() {
  const context = { waitUntil: () => {}, passThroughOnException: () => {} }
  const address = `https://verandah.example${endpoints.health}`
  return (await app.request(address, {}, limits, context)).status
}

/** Until Firestore has been asked so often. */
const askedFor = (count: number) => expect.poll(() => asked).toBe(count)

function answerAs(status: number) {
  for (const response of waiting.splice(0)) {
    response.writeHead(status).end('{"error":{"status":"NOT_FOUND"}}')
  }
}

/** Each check reads three documents. */
describe('health', () => {
  it('is checked once for all who ask at the same time, and shortly after', async () => {
    const answers = Array.from({ length: 50 }, ask)
    await askedFor(3)
    answerAs(404)
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    expect(await ask()).toBe(200)
    expect(asked).toBe(3)
  })

  it('is checked anew five seconds after the last answer', async () => {
    const first = ask()
    await askedFor(3)
    answerAs(404)
    expect(await first).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5001 })
    const later = [ask(), ask()]
    await askedFor(6)
    answerAs(503)
    expect(await Promise.all(later)).toEqual([503, 503])
    expect(asked).toBe(6)
  })
})
