import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { ago, articleWith, edgeClient, requestFrom, signCookie, signedIn } from '../edge-client.ts'
import { write } from '../edge-client-readers.ts'

const closedArticle = articleWith('metered')

describe('the country cookie', () => {
  const from = (country: string) => ({ headers: requestFrom(country) })
  const countryIn = (response: Response) =>
    response.headers.getSetCookie().filter((line) => line.startsWith('country='))

  it.each([
    ['GET', '/api/client', 200],
    ['GET', '/api/subscription', 200],
    ['GET', '/api/user', 200],
    ['GET', `${articleBodyPath(closedArticle.slug)}`, 401],
    ['POST', '/api/collect', 400],
    ['GET', '/api/nothing', 404],
  ])('comes once with %s %s', async (method, path, status) => {
    const response = await edgeClient().request(path, { method, ...from('NP') })
    expect(response.status).toBe(status)
    expect(countryIn(response)).toEqual(['country=NP; Max-Age=86400; Path=/; Secure; SameSite=Lax'])
  })

  it('stands beside the other cookies of a response', async () => {
    const client = await signedIn('subscriber')
    client.cookies.delete('__Host-pass')
    await client.request('/api/subscription', from('LK'))
    expect([...client.cookies.keys()]).toEqual(expect.arrayContaining(['country', '__Host-pass']))
    expect(client.cookies.get('country')).toBe('LK')
  })

  it('never comes with what caches share, nor for an unknown country', async () => {
    for (const path of [
      '/',
      `/${closedArticle.slug}`,
      '/no-such-page',
      '/tag/srilanka',
      `/images/${closedArticle.image.id}/384`,
    ]) {
      const response = await edgeClient().request(path, from('NP'))
      expect([path, countryIn(response)]).toEqual([path, []])
    }
    for (const unknown of ['XX', 'T1']) {
      const response = await edgeClient().request('/api/client', from(unknown))
      expect(countryIn(response)).toEqual([])
    }
  })
})

describe('cookies that are not ours', () => {
  // Of an account of old, as no account of this stack is: its sessions have counted for long.
  const uid = `lapsed-${process.pid}-${Date.now()}`
  beforeAll(() =>
    write([
      {
        set: `users/${uid}`,
        fields: {
          first_name: 'Rukmini',
          last_name: '',
          email: `${uid}@example.com`,
          createdAt: ago(400 * 24 * 3600),
        },
      },
      {
        set: `subscriptions/${uid}`,
        fields: {
          subscription: {
            state: 'ended',
            plan: 'annual_99',
            provider: 'I-1',
            paidThrough: ago(60 * 24 * 3600),
            stoppedAt: ago(90 * 24 * 3600),
            endedAt: ago(60 * 24 * 3600),
          },
        },
      },
    ]),
  )
  const session = (age: number) => ({ sub: uid, since: Math.floor(ago(age).getTime() / 1000) })
  const pass = { status: 'isSubscribed', detail: 'active', entitled: true, until: null }

  it.each<[string, () => Promise<Record<string, string>>]>([
    ['malformed', async () => ({ session: 'x', pass: 'y' })],
    [
      'a pass alone',
      async () => ({ pass: await signCookie('pass', { sub: 'u', ...pass }, ago(0)) }),
    ],
    [
      'swapped',
      async () => ({
        session: await signCookie('pass', { sub: 'u', ...pass }, ago(0)),
        pass: await signCookie('session', session(0), ago(0)),
      }),
    ],
    [
      'an expired session',
      async () => ({
        session: await signCookie('session', session(31 * 24 * 3600), ago(31 * 24 * 3600)),
        pass: await signCookie('pass', { sub: 'u', ...pass }, ago(0)),
      }),
    ],
    [
      'a session of tomorrow',
      async () => ({ session: await signCookie('session', session(-24 * 3600), ago(-24 * 3600)) }),
    ],
  ])('are treated as absent: %s', async (_name, make) => {
    const client = edgeClient()
    for (const [name, value] of Object.entries(await make())) {
      client.cookies.set(`__Host-${name}`, value)
    }
    expect((await client.request(articleBodyPath(closedArticle.slug))).status).toBe(401)
    expect(await (await client.request('/api/user')).json()).toEqual({ response: null })
    expect([...client.cookies.keys()].filter((name) => name.startsWith('__Host'))).toEqual([])
  })

  it('open nothing where the pass is another reader’s', async () => {
    const client = await signedIn('registered')
    client.cookies.set('__Host-pass', (await signedIn('subscriber')).cookies.get('__Host-pass')!)
    expect((await client.request(articleBodyPath(closedArticle.slug))).status).toBe(403)
  })

  it('open nothing where the pass is fresh and its time is over', async () => {
    const until = Math.floor(Date.now() / 1000) - 5
    const client = edgeClient()
    client.cookies.set('__Host-session', await signCookie('session', session(60), ago(60)))
    client.cookies.set(
      '__Host-pass',
      await signCookie('pass', { sub: uid, ...pass, until }, ago(60)),
    )
    expect((await client.request(articleBodyPath(closedArticle.slug))).status).toBe(403)
  })

  it('renew a pass that is older than ten minutes, but not a young session', async () => {
    const client = edgeClient()
    client.cookies.set('__Host-session', await signCookie('session', session(3600), ago(3600)))
    client.cookies.set('__Host-pass', await signCookie('pass', { sub: uid, ...pass }, ago(601)))
    const before = new Map(client.cookies)
    expect((await client.request(articleBodyPath(closedArticle.slug))).status).toBe(403)
    expect(client.cookies.get('__Host-pass')).not.toBe(before.get('__Host-pass'))
    expect(client.cookies.get('__Host-session')).toBe(before.get('__Host-session'))
    expect(client.cookies.get('reader')).toBe('needsToRestart')
  })

  it('roll a session that is older than a day, keeping when it began', async () => {
    const client = edgeClient()
    const age = 29 * 24 * 3600
    const claims = session(age)
    const old = await signCookie('session', claims, ago(age))
    client.cookies.set('__Host-session', old)
    expect((await client.request('/api/subscription')).status).toBe(200)
    const rolled = client.cookies.get('__Host-session')!
    expect(rolled).not.toBe(old)
    expect(decodeJwt(rolled).since).toBe(claims.since)
    expect(decodeJwt(rolled).iat).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  it('are taken away where only the hint is left', async () => {
    const client = edgeClient()
    client.cookies.set('reader', 'isSubscribed.open')
    expect((await client.request('/api/subscription')).status).toBe(200)
    expect(client.cookies.has('reader')).toBe(false)
  })
})
