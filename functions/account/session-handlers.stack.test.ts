import { describe, expect, it } from 'vitest'
import { subscriptionResponseSchema } from '../../src/contracts/endpoints/subscription-endpoints.ts'
import {
  createEdgeClient,
  expectError,
  openSession,
  signInForToken,
} from '../testing/edge-client.ts'

describe('POST /api/session', () => {
  it('sets cookies that scripts can’t read, and a hint cookie that they can read', async () => {
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
})

describe('rate limits', () => {
  it('answer 429 with the time to wait, but only to the address that exceeds them', async () => {
    const fast = createEdgeClient()
    const answers: Response[] = []
    // Twice the limit and one more, in case a new minute begins during the loop.
    for (let count = 0; count <= 120; count++) answers.push(await openSession(fast, 'x'))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('Retry-After')).toBe('60')
    await expectError(refused[0]!, 429, 'too_many_requests')
    expect((await openSession(createEdgeClient(), 'x')).status).toBe(401)
  })
})
