import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { freshSignInSeconds } from '../../src/contracts/session.ts'
import { subscriptionResponseSchema } from '../../src/contracts/subscription.ts'
import {
  articleWith,
  edgeClient,
  errorOf,
  idTokenOf,
  openSession,
  signedIn,
} from '../edge-client.ts'

const closedArticle = articleWith('metered')

describe('POST /api/session', () => {
  it('opens a session with cookies that scripts cannot read, and a hint that they can', async () => {
    const client = edgeClient()
    const response = await openSession(client, await idTokenOf('subscriber'))
    expect(response.status).toBe(200)
    expect(subscriptionResponseSchema.parse(await response.json())).toMatchObject({
      status: 'isSubscribed',
      detail: 'active',
      entitled: true,
      signedIn: true,
    })
    const lines = response.headers.getSetCookie()
    for (const name of ['__Host-session', '__Host-pass']) {
      const line = lines.find((candidate) => candidate.startsWith(`${name}=`))
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).not.toMatch(/Domain=/)
    }
    expect(client.cookies.get('reader')).toBe('isSubscribed.open')
  })

  it('answers 401 with a code to a token that is none', async () => {
    for (const token of ['x', 'a.b.c', `${await idTokenOf('subscriber')}x`.slice(5)]) {
      expect(await errorOf(await openSession(edgeClient(), token))).toMatchObject({
        status: 401,
        code: 'bad_token',
      })
    }
  })

  it('answers 401 stale_token where the reader authenticated too long ago', async () => {
    const token = await idTokenOf('subscriber')
    const [header, payload, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    claims.auth_time -= freshSignInSeconds + 5
    const stale = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature]
    const client = edgeClient()
    expect(await errorOf(await openSession(client, stale.join('.')))).toMatchObject({
      status: 401,
      code: 'stale_token',
    })
    expect(client.cookies.size).toBe(0)
  })

  it('refuses requests that another site makes a browser send', async () => {
    const idToken = await idTokenOf('subscriber')
    for (const origin of ['https://evil.example', 'null', null]) {
      const response = await edgeClient().request('/api/session', {
        method: 'POST',
        body: JSON.stringify({ idToken }),
        origin,
      })
      expect(await errorOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
  })

  it('answers every malformed body with 400', async () => {
    const bodies = fc.sample(fc.oneof(fc.string(), fc.json()), 8)
    for (const body of [...bodies, '{"idToken":1}', '{"idToken":""}', '{"idToken":']) {
      const response = await edgeClient().request('/api/session', { method: 'POST', body })
      expect(await errorOf(response)).toMatchObject({ status: 400, code: 'bad_request' })
    }
  })
})

describe('rate limits', () => {
  it('answer 429 with a time to wait, to the one who is too fast', async () => {
    const fast = edgeClient()
    const answers: Response[] = []
    // Twice the limit and one more: wherever the minute ends, one of the two has too many.
    for (let count = 0; count <= 120; count++) answers.push(await openSession(fast, 'x'))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('Retry-After')).toBe('60')
    expect(await errorOf(refused[0]!)).toMatchObject({ code: 'too_many_requests' })
    expect((await openSession(edgeClient(), 'x')).status).toBe(401)
  })
})

describe('DELETE /api/session', () => {
  it('ends the session on this device, and again is harmless', async () => {
    const client = await signedIn('subscriber')
    for (let time = 0; time < 2; time++) {
      const response = await client.request('/api/session', { method: 'DELETE' })
      expect(response.status).toBe(204)
      expect([...client.cookies.keys()]).toEqual([])
    }
    expect((await client.request(articleBodyPath(closedArticle.slug))).status).toBe(401)
  })

  it('is not for other sites', async () => {
    const client = await signedIn('subscriber')
    await client.request('/api/session', { method: 'DELETE', origin: 'https://evil.example' })
    expect(client.cookies.has('__Host-session')).toBe(true)
  })
})
