/**
 * What the Worker writes into its log about readers who give an address, whatever those behind it do
 * with it: they may answer with all that they were sent, and none of that may get into the log.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { collectPath } from '../src/contracts/collect-path.ts'
import { endpoints } from '../src/contracts/endpoints.ts'
import { createTokens } from './account/tokens.ts'
import { createEventReceiver } from './adapters/event-receiver.ts'
import { createFirestore, type Firestore } from './adapters/firestore.ts'
import type { Bindings } from './env.ts'
import type { Services } from './http/context.ts'
import { limitBindings } from './http/limits.ts'
import { createApp } from './routes.ts'

/** No part of it occurs anywhere by itself. */
const address = 'ashokan.perumal@post.example'
const traces = ['ashokan', 'perumal', 'post.example', '203.0.113.77', 'Perumals-Browser']

type Manner = (sent: string, request: IncomingMessage, response: ServerResponse) => void

const error = (status: number, name: string): Manner => {
  // As Firestore does, which says of a document that it cannot take what is in it.
  return (sent, _, response) =>
    response
      .writeHead(status)
      .end(JSON.stringify({ error: { status: name, message: `Not this: ${sent}` } }))
}

const manners: Readonly<Record<string, Manner>> = {
  'do what they are asked': (sent, { method }, response) => {
    if (method === 'GET') return error(404, 'NOT_FOUND')(sent, {} as IncomingMessage, response)
    const commitTime = new Date().toISOString()
    response.end(JSON.stringify({ commitTime, writeResults: [{ updateTime: commitTime }] }))
  },
  fail: error(500, 'INTERNAL'),
  refuse: error(400, 'INVALID_ARGUMENT'),
  'send back what they were sent': (sent, _, response) => response.end(sent),
  'talk of something else': (sent, _, response) => response.end(`<p>${sent}</p>`),
  'hang up': (_, request) => request.socket.destroy(),
}

let manner: Manner
const elsewhere = createServer(async (request, response) => {
  const sent = await text(request)
  manner(sent + decodeURIComponent(request.url!), request, response)
})
const log: string[] = []
const events = () => new Set(log.map((line) => JSON.parse(line).event))
let edge: ReturnType<typeof createApp>

const edgeOver = (services: Pick<Services, 'firestore' | 'eventReceiver'>) =>
  createApp({
    ...services,
    botCheck: null,
    tokens: createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) }),
    now: () => new Date(),
    // As the Worker writes it.
    log: (event, details) => log.push(JSON.stringify({ event, ...details })),
  } as Partial<Services> as Services)

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const timeout = 10_000
  edge = edgeOver({
    firestore: createFirestore({ url, projectId: 'demo', token: async () => 'token', timeout }),
    eventReceiver: createEventReceiver({ url, writeKey: 'key', timeout }),
  })
})
afterAll(() => elsewhere.close())

const consoles = ['log', 'info', 'warn', 'error', 'debug'] as const
beforeEach(() => {
  log.length = 0
  for (const name of consoles) {
    vi.spyOn(console, name).mockImplementation((...said) => log.push(JSON.stringify({ said })))
  }
})
afterEach(() => vi.restoreAllMocks())

const unlimited = Object.fromEntries(
  limitBindings.map((name) => [name, { limit: async () => ({ success: true }) }]),
) as unknown as Bindings
const site = 'https://verandah.example'

/** Answers when everything has been done that the request leaves behind. */
async function post(path: string, body: string, type = 'application/json') {
  const left: Promise<unknown>[] = []
  const headers = {
    'Content-Type': type,
    Origin: site,
    'CF-Connecting-IP': '203.0.113.77',
    'User-Agent': 'Perumals-Browser',
  }
  const response = await edge.request(site + path, { method: 'POST', headers, body }, unlimited, {
    waitUntil: (promise: Promise<unknown>) => left.push(promise),
    passThroughOnException: () => {},
  } as unknown as ExecutionContext)
  await Promise.all(left)
  return response.status
}

const everyEvent = () => ({
  messageId: crypto.randomUUID(),
  anonymousId: crypto.randomUUID(),
  timestamp: new Date().toISOString(),
  context: { page: { path: '/newsletter', search: `?utm_id=${address}`, title: '', referrer: '' } },
})
const collected = { email: address, referral: false, referred_email: '' }
const batch = () => ({
  sentAt: new Date().toISOString(),
  batch: [
    { ...everyEvent(), type: 'track', event: 'Newsletter Subscribed', properties: collected },
    // This one is dropped.
    { ...everyEvent(), type: 'track', event: address, properties: { [address]: address } },
  ],
})

/** In the order of what is asked: joining by script, by a form, and wrongly; counting, and wrongly. */
async function everything() {
  const form = new URLSearchParams({ email: address }).toString()
  return [
    await post(endpoints.joinNewsletter, JSON.stringify({ email: address })),
    await post(endpoints.joinNewsletter, form, 'application/x-www-form-urlencoded'),
    await post(endpoints.joinNewsletter, JSON.stringify({ email: { [address]: 1 } })),
    await post(endpoints.joinNewsletter, `{ ${address}`),
    await post(collectPath, JSON.stringify(batch())),
    await post(collectPath, JSON.stringify({ ...batch(), sentAt: address })),
  ]
}

const found = () => traces.filter((trace) => log.join('\n').includes(trace))

describe('the log', () => {
  it.each(Object.entries(manners))('names nobody where those behind us %s', async (how, does) => {
    manner = does
    const statuses = await everything()
    const isWell = how === 'do what they are asked'
    expect(statuses).toEqual([isWell ? 200 : 503, 303, 400, 400, 202, 400])
    expect(found()).toEqual([])
    // It does say what happened.
    expect(events()).toContain('events_dropped')
    expect(events().has('join_failed')).toBe(!isWell)
  })

  it('names nobody where we ourselves have made a mistake that speaks of them', async () => {
    const mistaken = (...given: unknown[]) => Promise.reject(new Error(JSON.stringify(given)))
    const firestore = { get: mistaken, commit: mistaken } as Partial<Firestore> as Firestore
    edge = edgeOver({ firestore, eventReceiver: null })
    expect(await post(endpoints.joinNewsletter, JSON.stringify({ email: address }))).toBe(500)
    expect(found()).toEqual([])
    expect(events()).toContain('handler_threw')
  })
})
