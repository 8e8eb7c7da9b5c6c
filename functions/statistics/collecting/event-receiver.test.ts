import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type LocalServer,
  type RecordedCall,
  recordCall,
  startLocalServer,
} from '../../testing/local-server.ts'
import { createEventReceiver, type DeliveredEvent } from './event-receiver.ts'

let server: LocalServer
let calls: RecordedCall[]
let status: number | null

beforeEach(async () => {
  calls = []
  status = 200
  server = await startLocalServer(async (request, response) => {
    calls.push(await recordCall(request))
    if (status !== null) response.writeHead(status).end('a page of somebody else, a@example.com')
  })
})
afterEach(() => server.stop())

const event: DeliveredEvent = {
  type: 'track',
  event: 'Article Viewed',
  properties: { slug: 'a-story' },
  messageId: '8b9d2a53-6b0e-4d57-9b23-0d2f3c1b7a10',
  anonymousId: '6f2a1c9e-3a44-4f5e-8f0a-5d8f7b1e2c33',
  timestamp: '2026-11-20T10:00:00.000Z',
  receivedAt: '2026-11-20T10:00:00.000Z',
  context: {
    page: { path: '/', search: '', title: '', referrer: '', url: 'https://verandah.news/' },
    userAgent: 'A browser',
  },
}
const sentAt = new Date('2026-11-20T10:00:01.000Z')

const receive = (timeout = 5000) =>
  createEventReceiver({ url: server.url, writeKey: 'abc123', timeout })([event], sentAt)

describe('the event receiver', () => {
  it('is called as Segment’s documentation describes', async () => {
    expect(await receive()).toMatchObject({ ok: true })
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/v1/batch',
        headers: { authorization: 'Basic YWJjMTIzOg==', 'content-type': 'application/json' },
      },
    ])
    const body = { batch: [event], sentAt: '2026-11-20T10:00:01.000Z' }
    expect(JSON.parse(calls[0]!.body)).toEqual(body)
  })

  it('fails with a reason without addresses if it refuses, doesn’t respond or can’t be reached', async () => {
    status = 401
    expect(await receive()).toEqual({ ok: false, failure: 'status 401' })
    status = null
    expect(await receive(50)).toEqual({ ok: false, failure: 'TimeoutError' })
    await server.stop()
    expect(await receive()).toEqual({ ok: false, failure: 'TypeError' })
  })
})
