import { afterEach, describe, expect, it, vi } from 'vitest'
import { succeed } from '../domain/result.ts'
import { call, getText } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const respondWith = (response: Response) => vi.stubGlobal('fetch', async () => response)

describe('an error response', () => {
  it('is returned as the API sent it', async () => {
    const failure = { code: 'not_entitled', message: 'Subscribe to read.', reason: 'ended' }
    respondWith(Response.json({ error: failure }, { status: 403 }))
    expect(await call('GET /api/saved')).toEqual({ ok: false, failure })
  })

  it.each([
    '<h1>Bad gateway</h1>',
    '',
    'null',
    '"down"',
    '{"message":"Bad gateway"}',
    '{"error":null}',
    '{"error":"Bad gateway"}',
    '{"error":{"code":502,"message":"Bad gateway"}}',
    '{"error":{"code":"unavailable"}}',
  ])('has a message of our own if it isn’t from the API: %s', async (body) => {
    respondWith(new Response(body, { status: 502 }))
    expect(await call('GET /api/saved')).toMatchObject({
      ok: false,
      failure: { code: 'unknown', message: 'Something went wrong. Try again in a minute.' },
    })
  })
})

it('a text that was already requested is read while new requests are held back', async () => {
  respondWith(new Response(null, { status: 429 }))
  await getText('/a-text')
  expect(await getText('/a-text')).toMatchObject({ failure: { code: 'too_many_requests' } })
  expect(await getText('/a-text', Promise.resolve(new Response('words')))).toEqual(succeed('words'))
})
