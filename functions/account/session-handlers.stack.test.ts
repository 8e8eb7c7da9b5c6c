import { describe, expect, it } from 'vitest'
import { maxSignInAge } from '../../src/contracts/endpoints/session-endpoints.ts'
import { subscriptionResponseSchema } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  findArticle,
  getArticleBodyPath,
  openSession,
  signInForToken,
} from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')

describe('POST /api/session', () => {
  it('sets cookies that scripts can’t read, and a hint that they can', async () => {
    const client = createEdgeClient()
    const response = await openSession(client, await signInForToken('subscriber'))
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

  it('refuses a malformed token', async () => {
    for (const token of ['x', 'a.b.c', `${await signInForToken('subscriber')}x`.slice(5)]) {
      await expectError(openSession(createEdgeClient(), token), 401, 'bad_token')
    }
  })

  it('refuses a token of a reader who authenticated too long ago', async () => {
    const token = await signInForToken('subscriber')
    const [header, payload, signature] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
    claims.auth_time -= maxSignInAge + 5
    const stale = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature]
    const client = createEdgeClient()
    await expectError(openSession(client, stale.join('.')), 401, 'stale_token')
    expect(client.cookies.size).toBe(0)
  })
})

describe('rate limits', () => {
  it('answer 429 with the time to wait, to one address alone', async () => {
    const fast = createEdgeClient()
    const answers: Response[] = []
    // Twice the limit and one more, in case a new minute begins meanwhile.
    for (let count = 0; count <= 120; count++) answers.push(await openSession(fast, 'x'))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('Retry-After')).toBe('60')
    await expectError(refused[0]!, 429, 'too_many_requests')
    expect((await openSession(createEdgeClient(), 'x')).status).toBe(401)
  })
})

describe('DELETE /api/session', () => {
  it('ends the session on this device, and is harmless twice', async () => {
    const client = await createSignedInClient('subscriber')
    for (let time = 0; time < 2; time++) {
      const response = await client.send('DELETE /api/session')
      expect(response.status).toBe(204)
      expect([...client.cookies.keys()]).toEqual([])
    }
    expect((await client.request(getArticleBodyPath(closedArticle.slug))).status).toBe(401)
  })
})
