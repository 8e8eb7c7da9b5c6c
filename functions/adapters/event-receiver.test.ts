import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveredEvent } from '../analytics/accept-events.ts'
import { createEventReceiver } from './event-receiver.ts'

type Call = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: unknown }

let server: Server
let calls: Call[]
/** Null never answers. */
let status: number | null

beforeEach(async () => {
  calls = []
  status = 200
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, url, headers } = request
    calls.push({ method, url, headers, body: JSON.parse(body) })
    if (status !== null) response.writeHead(status).end('a page of somebody else, a@example.com')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const event: DeliveredEvent = {
  type: 'track',
  event: 'Article Viewed',
  properties: { slug: 'a-story' },
  messageId: '8b9d2a53-6b0e-4d57-9b23-0d2f3c1b7a10',
  anonymousId: '6f2a1c9e-3a44-4f5e-8f0a-5d8f7b1e2c33',
  timestamp: '2026-11-20T10:00:00.000Z',
  receivedAt: '2026-11-20T10:00:00.000Z',
  context: { page: {}, userAgent: 'A browser' },
}
const sentAt = new Date('2026-11-20T10:00:01.000Z')

function receive(timeout = 5000) {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return createEventReceiver({ url, writeKey: 'abc123', timeout })([event], sentAt)
}

describe('the receiver of events', () => {
  it('is called as Segment describes it', async () => {
    expect(await receive()).toMatchObject({ ok: true })
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/v1/batch',
        headers: { authorization: 'Basic YWJjMTIzOg==', 'content-type': 'application/json' },
        body: { batch: [event], sentAt: '2026-11-20T10:00:01.000Z' },
      },
    ])
  })

  it('that refuses, gives no answer or is away fails with a reason that names nobody', async () => {
    status = 401
    expect(await receive()).toEqual({ ok: false, failure: 'status 401' })
    status = null
    expect(await receive(50)).toEqual({ ok: false, failure: 'TimeoutError' })
    server.closeAllConnections()
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const away = createEventReceiver({ url: `http://127.0.0.1:${port}`, writeKey: '', timeout: 50 })
    expect(await away([event], sentAt)).toEqual({ ok: false, failure: 'TypeError' })
  })
})
