import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMail } from './mail.ts'

let server: Server
let calls: (Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: unknown })[]
/** Null never answers. */
let status: number | null
let answer: string
/** Whether the answer is cut off, or waited for in vain, after so much of it. */
let ending: 'whole' | 'cut' | 'never'

beforeEach(async () => {
  calls = []
  status = 200
  ending = 'whole'
  answer = '{"id":"49a3999c-0ce1-4ea6-ab68-afcd6dc2e794"}'
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method, url, headers } = request
    calls.push({ method, url, headers, body: JSON.parse(body) })
    if (status === null) return
    response.writeHead(status, { Location: '/elsewhere' })
    response.flushHeaders()
    if (ending === 'whole') response.end(answer)
    else response.write(answer, () => ending === 'cut' && response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const message = { to: 'leela@example.com', subject: 'News', text: 'Hello', html: '<p>Hello</p>' }

function send(timeout = 5000) {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/emails`
  const mail = createMail({ url, key: 'k1', from: 'The Verandah <a@example.com>', timeout })
  return mail.send(message, 'letter-1')
}

describe('the mail service', () => {
  it('is called as Resend describes it, with the letter’s id', async () => {
    expect(await send()).toEqual({ ok: true, value: undefined })
    expect(calls).toMatchObject([
      {
        method: 'POST',
        url: '/emails',
        headers: {
          authorization: 'Bearer k1',
          'content-type': 'application/json',
          'idempotency-key': 'letter-1',
        },
        body: { from: 'The Verandah <a@example.com>', ...message },
      },
    ])
  })

  it.each([
    [401, 'unavailable'],
    [403, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [302, 'unavailable'],
    [400, 'refused'],
    [422, 'refused'],
  ])('that answers %i is %s, in words that name nobody', async (code, kind) => {
    status = code
    answer = '{"name":"validation_error","message":"leela@example.com is no address"}'
    const sent = await send()
    expect(sent).toMatchObject({ ok: false, failure: { kind } })
    expect(JSON.stringify(sent)).not.toContain('leela')
    // Nobody else is given the key.
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
    // Whoever does not speak like it cannot say that a letter will never be taken.
    [400, '<html>'],
    [422, '[]'],
  ])('that answers %i %s has not taken the letter, and is asked again', async (code, text) => {
    status = code
    answer = text
    expect(await send()).toEqual({
      ok: false,
      failure: { kind: 'unavailable', reason: `status ${code}` },
    })
  })

  it.each(['', '{"id":"49a3'])(
    'that breaks off after “%s” has not taken it either',
    async (begun) => {
      answer = begun
      ending = 'cut'
      expect(await send()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
      ending = 'never'
      expect(await send(50)).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
    },
  )

  it('has sent a letter already that it knows with other words, and not one that is on its way', async () => {
    status = 409
    answer = '{"name":"invalid_idempotent_request"}'
    expect(await send()).toMatchObject({ ok: true })
    answer = '{"name":"concurrent_idempotent_requests"}'
    expect(await send()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
    answer = 'a page'
    expect(await send()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
  })

  it('that is silent or away is unavailable', async () => {
    status = null
    const silent = { kind: 'unavailable', reason: 'TimeoutError' }
    expect(await send(50)).toEqual({ ok: false, failure: silent })
    const { port } = server.address() as AddressInfo
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    const url = `http://127.0.0.1:${port}`
    const away = createMail({ url, key: '', from: '', timeout: 1000 }).send(message, 'letter-1')
    expect(await away).toEqual({ ok: false, failure: { kind: 'unavailable', reason: 'TypeError' } })
  })
})
