/** The log never contains an address, even if another service returns what it was sent. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getEndpointPath } from '../../src/contracts/endpoints/endpoint-path.ts'
import { consentVersion } from '../../src/domain/consent.ts'
import { createApp } from '../app/routes.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createEventReceiver } from '../statistics/collecting/event-receiver.ts'
import { unlimitedRateLimits } from '../testing/fake-rate-limits.ts'
import { type LocalServer, startLocalServer } from '../testing/local-server.ts'
import { createFirestore, type Firestore } from './adapters/firestore.ts'

/** No part of this address may occur in the log. */
const address = 'ashokan.perumal@post.example'
const forbiddenStrings = ['ashokan', 'perumal', 'post.example', '203.0.113.77', 'Perumals-Browser']

type FaultMode = (sent: string, request: IncomingMessage, response: ServerResponse) => void

const error = (status: number, name: string): FaultMode => {
  // Firestore's errors quote the rejected document.
  return (sent, _, response) =>
    response
      .writeHead(status)
      .end(JSON.stringify({ error: { status: name, message: `Not this: ${sent}` } }))
}

const faultModes: Readonly<Record<string, FaultMode>> = {
  'do what they are asked': (sent, { method, url }, response) => {
    if (method === 'GET') return error(404, 'NOT_FOUND')(sent, {} as IncomingMessage, response)
    const time = new Date().toISOString()
    if (url!.endsWith(':batchGet')) {
      const { documents } = JSON.parse(sent.slice(0, sent.lastIndexOf('}') + 1))
      const rows = documents.map((name: string) => ({ missing: name, readTime: time }))
      return response.end(JSON.stringify(rows))
    }
    response.end(JSON.stringify({ commitTime: time, writeResults: [{ updateTime: time }] }))
  },
  fail: error(500, 'INTERNAL'),
  refuse: error(400, 'INVALID_ARGUMENT'),
  'send back what they were sent': (sent, _, response) => response.end(sent),
  'talk of something else': (sent, _, response) => response.end(`<p>${sent}</p>`),
  'hang up': (_, request) => request.socket.destroy(),
}

let faultMode: FaultMode
let server: LocalServer
const log: string[] = []
const events = () => new Set(log.map((line) => JSON.parse(line).event))
let edge: ReturnType<typeof createApp>

const tokens = createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) })

const createFaultyApp = (services: Pick<Services, 'firestore' | 'eventReceiver'>) =>
  createApp({
    ...services,
    botCheck: null,
    maxNewVisitors: 100,
    tokens,
    now: () => new Date(),
    log: (event, details) => log.push(JSON.stringify({ event, ...details })),
  } as Partial<Services> as Services)

beforeAll(async () => {
  server = await startLocalServer(async (request, response) => {
    const sent = await text(request)
    faultMode(sent + decodeURIComponent(request.url!), request, response)
  })
  const { url } = server
  const timeout = 10_000
  edge = createFaultyApp({
    firestore: createFirestore({ url, projectId: 'demo', token: async () => 'token', timeout }),
    eventReceiver: createEventReceiver({ url, writeKey: 'key', timeout }),
  })
})
afterAll(() => server.stop())

const consoles = ['log', 'info', 'warn', 'error', 'debug'] as const
beforeEach(() => {
  log.length = 0
  for (const name of consoles) {
    vi.spyOn(console, name).mockImplementation((...logged) =>
      log.push(JSON.stringify({ said: logged })),
    )
  }
})
afterEach(() => vi.restoreAllMocks())

const env = unlimitedRateLimits as unknown as Bindings
const site = 'https://verandah.example'

async function post(path: string, body: string, type = 'application/json') {
  const background: Promise<unknown>[] = []
  const visitor = crypto.randomUUID()
  const headers = {
    'Content-Type': type,
    Origin: site,
    'CF-Connecting-IP': '203.0.113.77',
    'User-Agent': 'Perumals-Browser',
    // Events are shared, so the receiver gets them and may send them back.
    Cookie: `consent=${consentVersion}.granted.1; __Host-anonymous-id=${visitor}.${await tokens.computeHash('visitor', visitor)}`,
  }
  const response = await edge.request(site + path, { method: 'POST', headers, body }, env, {
    waitUntil: (promise: Promise<unknown>) => background.push(promise),
    passThroughOnException: () => {},
  } as unknown as ExecutionContext)
  await Promise.all(background)
  return response.status
}

const everyEvent = () => ({
  messageId: crypto.randomUUID(),
  timestamp: new Date().toISOString(),
  context: { page: { path: '/newsletter', search: `?utm_id=${address}`, title: '', referrer: '' } },
})
const collected = { email: address, referral: false, referred_email: '' }
const batch = () => ({
  sentAt: new Date().toISOString(),
  batch: [
    { ...everyEvent(), type: 'track', event: 'Newsletter Subscribed', properties: collected },
    { ...everyEvent(), type: 'track', event: address, properties: { [address]: address } },
  ],
})

const join = (body: string, type?: string) =>
  post(getEndpointPath('POST /api/join-newsletter'), body, type)
const collect = (body: object) => post(getEndpointPath('POST /api/collect'), JSON.stringify(body))

async function sendAllRequests() {
  const form = new URLSearchParams({ email: address }).toString()
  return [
    await join(JSON.stringify({ email: address })),
    await join(form, 'application/x-www-form-urlencoded'),
    await join(JSON.stringify({ email: { [address]: 1 } })),
    await join(`{ ${address}`),
    await collect(batch()),
    await collect({ ...batch(), sentAt: address }),
  ]
}

const found = () => forbiddenStrings.filter((forbidden) => log.join('\n').includes(forbidden))

describe('the log', () => {
  it.each(Object.entries(faultModes))(
    'contains no address if other services %s',
    async (how, does) => {
      faultMode = does
      const statuses = await sendAllRequests()
      const isWell = how === 'do what they are asked'
      expect(statuses).toEqual([isWell ? 200 : 503, 303, 400, 400, 202, 400])
      expect(found()).toEqual([])
      expect(events()).toContain('events_dropped')
      const isDelivered = isWell || how.startsWith('send back') || how.startsWith('talk')
      expect(events().has('events_not_delivered')).toBe(!isDelivered)
      expect(events().has('join_failed')).toBe(!isWell)
    },
  )

  it('contains no address if a bug throws an error with an address', async () => {
    const mistaken = (...given: unknown[]) => Promise.reject(new Error(JSON.stringify(given)))
    const firestore = { get: mistaken, commit: mistaken } as Partial<Firestore> as Firestore
    edge = createFaultyApp({ firestore, eventReceiver: null })
    expect(await join(JSON.stringify({ email: address }))).toBe(500)
    expect(found()).toEqual([])
    expect(events()).toContain('handler_threw')
  })
})
