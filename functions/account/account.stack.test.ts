import { describe, expect, it } from 'vitest'
import { clientResponseSchema } from '../../src/contracts/client.ts'
import { subscriptionResponseSchema } from '../../src/contracts/subscription.ts'
import { userResponseSchema } from '../../src/contracts/user.ts'
import { edgeClient, requestFrom, signedIn } from '../edge-client.ts'

describe('GET /api/client', () => {
  it('says what the server sees, and sets the country that the edge knows', async () => {
    const client = edgeClient()
    const response = await client.request('/api/client', {
      headers: { 'User-Agent': 'A test', ...requestFrom('BD') },
    })
    const body = clientResponseSchema.parse(await response.json())
    expect(body.userAgent).toBe('A test')
    expect(body.ip).toMatch(/^(127\.|::1)/)
    expect(client.cookies.get('country')).toBe('BD')
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
    const client = await signedIn(reader)
    const response = await client.request('/api/subscription')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(subscriptionResponseSchema.parse(await response.json())).toMatchObject({
      status,
      detail,
      entitled,
      signedIn: true,
    })
    const hint = detail === 'paymentFailed' ? `${status}.mend` : status
    expect(client.cookies.get('reader')).toBe(entitled ? `${status}.open` : hint)
  })

  it('gives a guest notSubscribed', async () => {
    const response = await edgeClient().request('/api/subscription')
    expect(await response.json()).toMatchObject({ status: 'notSubscribed', signedIn: false })
  })
})

describe('GET /api/user', () => {
  it('gives the record under response, and null to a guest', async () => {
    const client = await signedIn('subscriber')
    const body = userResponseSchema.parse(await (await client.request('/api/user')).json())
    expect(body.response).toEqual({
      firebase_id: 'sample-subscriber',
      first_name: 'Leela',
      last_name: 'Subramaniam',
      email: 'subscriber@example.com',
    })
    expect(await (await edgeClient().request('/api/user')).json()).toEqual({ response: null })
  })
})
