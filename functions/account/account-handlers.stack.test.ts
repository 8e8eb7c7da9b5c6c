import { describe, expect, it } from 'vitest'
import {
  clientResponseSchema,
  userResponseSchema,
} from '../../src/contracts/endpoints/account-endpoints.ts'
import { subscriptionResponseSchema } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import {
  createCountryHeaders,
  createEdgeClient,
  createSignedInClient,
} from '../testing/edge-client.ts'

describe('GET /api/client', () => {
  it('returns what the server sees, and sets the country that Cloudflare knows', async () => {
    const client = createEdgeClient()
    const response = await client.send('GET /api/client', undefined, {
      headers: { 'User-Agent': 'A test', ...createCountryHeaders('BD') },
    })
    const body = clientResponseSchema.parse(await response.json())
    expect(body.userAgent).toBe('A test')
    expect(body.ip).toMatch(/^(127\.|::1)/)
    expect(client.cookies.get('country')).toBe('BD.free')
  })
})

describe('GET /api/subscription', () => {
  it.each([
    ['subscriber', 'isSubscribed', 'active', true],
    ['ending', 'isEnding', 'cancelled', true],
    ['paused', 'isEnding', 'paused', false],
    ['failed', 'needsToRestart', 'paymentFailed', false],
    ['lapsed', 'needsToRestart', 'ended', false],
    ['registered', 'notSubscribed', 'none', false],
  ])('%s: %s, %s, entitled %s', async (reader, status, detail, entitled) => {
    const client = await createSignedInClient(reader)
    const response = await client.send('GET /api/subscription')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(subscriptionResponseSchema.parse(await response.json())).toMatchObject({
      status,
      detail,
      entitled,
      signedIn: true,
    })
    const hint = detail === 'paymentFailed' ? `${status}.paymentFailed` : status
    expect(client.cookies.get('reader')).toBe(entitled ? `${status}.open` : hint)
  })

  it('returns notSubscribed to a guest', async () => {
    const guest = await createEdgeClient().fetchJson('GET /api/subscription')
    expect(guest).toMatchObject({ status: 'notSubscribed', signedIn: false })
  })
})

describe('GET /api/user', () => {
  it('returns the record under response, and null to a guest', async () => {
    const client = await createSignedInClient('subscriber')
    const body = userResponseSchema.parse(await client.fetchJson('GET /api/user'))
    expect(body.response).toEqual({
      firebase_id: 'sample-subscriber',
      first_name: 'Leela',
      last_name: 'Subramaniam',
      email: 'subscriber@example.com',
    })
    expect(await createEdgeClient().fetchJson('GET /api/user')).toEqual({ response: null })
  })
})
