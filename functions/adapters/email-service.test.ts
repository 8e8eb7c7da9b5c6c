import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type LocalServer,
  type RecordedCall,
  recordCall,
  startLocalServer,
} from '../testing/local-server.ts'
import { createEmailService } from './email-service.ts'

let server: LocalServer
let calls: RecordedCall[]
let status: number | null
let reply: string
/** Whether the response is complete, or is cut off or stalls after `reply`. */
let ending: 'complete' | 'cut' | 'stalled'

beforeEach(async () => {
  calls = []
  status = 200
  ending = 'complete'
  reply = '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}'
  server = await startLocalServer(async (request, response) => {
    calls.push(await recordCall(request))
    if (status === null) return
    response.writeHead(status, { Location: '/elsewhere' })
    response.flushHeaders()
    if (ending === 'complete') response.end(reply)
    else response.write(reply, () => ending === 'cut' && response.destroy())
  })
})
afterEach(() => server.stop())

const message = { to: 'leela@example.com', subject: 'News', text: 'Hello', html: '<p>Hello</p>' }

const from = 'The Verandah <a@example.com>'
const send = (timeout = 5000) =>
  createEmailService({ url: `${server.url}/emails`, key: 'k1', from, timeout }).send(
    message,
    'id-1',
  )
const unavailable = { ok: false, failure: { kind: 'unavailable' } }

describe('the email service', () => {
  it('is called as Resend’s documentation describes, with the email’s id', async () => {
    expect(await send()).toEqual({ ok: true, value: undefined })
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/emails',
        headers: {
          authorization: 'Bearer k1',
          'content-type': 'application/json',
          'idempotency-key': 'id-1',
        },
      },
    ])
    expect(JSON.parse(calls[0]!.body)).toEqual({ from, ...message })
  })

  it.each([
    [401, 'unavailable'],
    [403, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [302, 'unavailable'],
    [400, 'refused'],
    [422, 'refused'],
  ])('that answers %i is %s, with a reason without addresses', async (code, kind) => {
    status = code
    reply = '{"name":"validation_error","message":"leela@example.com is no address"}'
    const sent = await send()
    expect(sent).toMatchObject({ ok: false, failure: { kind } })
    expect(JSON.stringify(sent)).not.toContain('leela')
    // The key isn't sent to the redirect's target.
    expect(calls).toHaveLength(1)
  })

  it.each([
    [200, ''],
    [200, '<html>It works!</html>'],
    [200, '{"id":"49a3999c-'],
    [200, 'null'],
    [200, '[]'],
    [200, '{}'],
    [200, '{"id":7}'],
    [202, '{"message":"queued"}'],
    [400, '<html>'],
    [422, '[]'],
  ])('that answers %i %s is called again', async (code, text) => {
    status = code
    reply = text
    expect(await send()).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: `status ${code}` },
    })
  })

  it.each(['', '{"id":"49a3'])('that breaks off after “%s” is called again', async (started) => {
    reply = started
    ending = 'cut'
    expect(await send()).toMatchObject(unavailable)
    ending = 'stalled'
    expect(await send(50)).toMatchObject(unavailable)
  })

  it('has already sent an email with a known id and another text, but not one in progress', async () => {
    status = 409
    reply = '{"name":"invalid_idempotent_request"}'
    expect(await send()).toMatchObject({ ok: true })
    reply = '{"name":"concurrent_idempotent_requests"}'
    expect(await send()).toMatchObject(unavailable)
    reply = 'a page'
    expect(await send()).toMatchObject(unavailable)
  })

  it('that doesn’t answer or can’t be reached is unavailable', async () => {
    status = null
    expect(await send(50)).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: 'TimeoutError' },
    })
    await server.stop()
    expect(await send(1000)).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: 'TypeError' },
    })
  })
})
