import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../scripts/dev/stack/emulator-accounts.ts'
import {
  createCountryHeaders,
  createEdgeClient,
  createSignedInClient,
  type EdgeClient,
  findArticle,
  getArticleBodyPath,
  secondsAgo,
  signCookie,
  stack,
} from '../testing/edge-client.ts'
import { commitWrites, createAddress } from '../testing/test-readers.ts'
import { sessionSeconds } from './session-tokens.ts'

const closedArticle = findArticle('metered')

describe('the country cookie', () => {
  const from = (country: string) => ({ headers: createCountryHeaders(country) })
  const readCountry = (response: Response) =>
    response.headers.getSetCookie().filter((line) => line.startsWith('country='))

  it.each([
    ['GET', '/api/client', 200],
    ['GET', '/api/subscription', 200],
    ['GET', '/api/user', 200],
    ['GET', `${getArticleBodyPath(closedArticle.slug)}`, 401],
    ['POST', '/api/collect', 400],
    ['GET', '/api/nothing', 404],
  ])('is set once by %s %s', async (method, path, status) => {
    const response = await createEdgeClient().request(path, { method, ...from('NP') })
    expect(response.status).toBe(status)
    expect(readCountry(response)).toEqual([
      'country=NP.free; Max-Age=86400; Path=/; Secure; SameSite=Lax',
    ])
  })

  it('is set beside the other cookies of a response', async () => {
    const client = await createSignedInClient('subscriber')
    client.cookies.delete('__Host-pass')
    await client.request('/api/subscription', from('LK'))
    expect([...client.cookies.keys()]).toEqual(expect.arrayContaining(['country', '__Host-pass']))
    expect(client.cookies.get('country')).toBe('LK.free')
  })

  it('isn’t set on shared cached responses, nor for an unknown country', async () => {
    for (const path of [
      '/',
      `/${closedArticle.slug}`,
      '/no-such-page',
      '/tag/srilanka',
      `/images/${closedArticle.image.id}/384`,
    ]) {
      const response = await createEdgeClient().request(path, from('NP'))
      expect([path, readCountry(response)]).toEqual([path, []])
    }
    for (const unknown of ['XX', 'T1']) {
      const response = await createEdgeClient().request('/api/client', from(unknown))
      expect(readCountry(response)).toEqual([])
    }
  })
})

describe('session and pass cookies', () => {
  let uid: string
  beforeAll(async () => {
    const email = createAddress()
    uid = await createTestAccount(stack, email)
    // Created long ago, so that old sessions are valid.
    const createdAt = secondsAgo(400 * 24 * 3600)
    await commitWrites([
      { set: `users/${uid}`, fields: { first_name: 'Rukmini', last_name: '', email, createdAt } },
      {
        set: `subscriptions/${uid}`,
        fields: {
          subscription: {
            state: 'ended',
            plan: 'annual_99',
            provider: 'I-1',
            paidThrough: secondsAgo(60 * 24 * 3600),
            stoppedAt: secondsAgo(90 * 24 * 3600),
            endedAt: secondsAgo(60 * 24 * 3600),
          },
        },
      },
    ])
  })
  const session = (age: number) => {
    const since = Math.floor(secondsAgo(age).getTime() / 1000)
    return signCookie('session', { sub: uid, since }, secondsAgo(age))
  }
  const pass = { status: 'isSubscribed', detail: 'active', entitled: true }

  const signPass = (sub: string, seconds: number, until: number | null = null) =>
    signCookie('pass', { sub, ...pass, until }, secondsAgo(seconds))
  const fetchBody = (client: EdgeClient) => client.request(getArticleBodyPath(closedArticle.slug))

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['malformed', async () => ({ session: 'x', pass: 'y' })],
    ['a pass alone', async () => ({ pass: await signPass('u', 0) })],
    ['swapped', async () => ({ session: await signPass('u', 0), pass: await session(0) })],
    [
      'an expired session',
      async () => ({
        session: await session(sessionSeconds + 24 * 3600),
        pass: await signPass('u', 0),
      }),
    ],
    ['a session of tomorrow', async () => ({ session: await session(-24 * 3600) })],
  ])('are treated as absent: %s', async (_name, make) => {
    const client = createEdgeClient()
    for (const [name, value] of Object.entries(await make())) {
      client.cookies.set(`__Host-${name}`, value)
    }
    expect((await fetchBody(client)).status).toBe(401)
    expect(await client.fetchJson('GET /api/user')).toEqual({ response: null })
    expect([...client.cookies.keys()].filter((name) => name.startsWith('__Host'))).toEqual([])
  })

  it('open nothing with another reader’s pass', async () => {
    const client = await createSignedInClient('registered')
    client.cookies.set(
      '__Host-pass',
      (await createSignedInClient('subscriber')).cookies.get('__Host-pass')!,
    )
    expect((await fetchBody(client)).status).toBe(403)
  })

  it('open nothing with a fresh pass after its entitlement has ended', async () => {
    const until = Math.floor(Date.now() / 1000) - 5
    const client = createEdgeClient()
    client.cookies.set('__Host-session', await session(60))
    client.cookies.set('__Host-pass', await signPass(uid, 60, until))
    expect((await fetchBody(client)).status).toBe(403)
  })

  it('renew a pass older than ten minutes, but not a young session', async () => {
    const client = createEdgeClient()
    client.cookies.set('__Host-session', await session(3600))
    client.cookies.set('__Host-pass', await signPass(uid, 601))
    const before = new Map(client.cookies)
    expect((await fetchBody(client)).status).toBe(403)
    expect(client.cookies.get('__Host-pass')).not.toBe(before.get('__Host-pass'))
    expect(client.cookies.get('__Host-session')).toBe(before.get('__Host-session'))
    expect(client.cookies.get('reader')).toBe('needsToRestart')
  })

  it('renew a session older than a day, with the time it began', async () => {
    const client = createEdgeClient()
    const old = await session(29 * 24 * 3600)
    client.cookies.set('__Host-session', old)
    expect((await client.request('/api/subscription')).status).toBe(200)
    const renewed = client.cookies.get('__Host-session')!
    expect(renewed).not.toBe(old)
    expect(decodeJwt(renewed).since).toBe(decodeJwt(old).since)
    expect(decodeJwt(renewed).iat).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  it('are deleted if only the hint is left', async () => {
    const client = createEdgeClient()
    client.cookies.set('reader', 'isSubscribed.open')
    expect((await client.request('/api/subscription')).status).toBe(200)
    expect(client.cookies.has('reader')).toBe(false)
  })
})
