import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { loadMirror, readBody } from '../src/content/mirror.ts'
import { apiErrorSchema } from '../src/contracts/api-error.ts'
import { clientResponseSchema } from '../src/contracts/client.ts'
import { healthResponseSchema } from '../src/contracts/health.ts'
import { freshSignInSeconds } from '../src/contracts/session.ts'
import { subscriptionResponseSchema } from '../src/contracts/subscription.ts'
import { userResponseSchema } from '../src/contracts/user.ts'
import { pictureWidths } from '../src/domain/picture.ts'
import { edgeClient, idTokenOf, openSession, signCookie, signedIn, stack } from './edge-client.ts'

const mirror = loadMirror(stack.buildEnvironment.BUILD_STATE)!
const articles = [...mirror.articles.values()]
const closedArticle = articles.find((article) => article.access === 'metered')!
const publicArticle = articles.find((article) => article.access === 'public')!
const bodyPath = (slug: string) => `/api/articles/${slug}/body`
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

async function errorOf(response: Response) {
  const { error } = apiErrorSchema.parse(await response.json())
  return { status: response.status, code: error.code, reason: error.reason }
}

describe('GET /api/client', () => {
  it('says what the server sees, and sets the country that the edge knows', async () => {
    const client = edgeClient()
    const response = await client.request('/api/client', { headers: { 'User-Agent': 'A test' } })
    const body = clientResponseSchema.parse(await response.json())
    expect(body.userAgent).toBe('A test')
    expect(body.ip).toMatch(/^(127\.|::1)/)
    expect(client.cookies.get('country')).toMatch(/^[A-Z]{2}$/)
  })
})

describe('GET /api/health', () => {
  it('says that all is well', async () => {
    const response = await edgeClient().request('/api/health')
    expect(response.status).toBe(200)
    expect(healthResponseSchema.parse(await response.json())).toEqual({
      status: 'ok',
      firestore: 'ok',
    })
  })
})

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
    for (let count = 0; count < 45; count++) answers.push(await openSession(fast, 'x'))
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
    expect((await client.request(bodyPath(closedArticle.slug))).status).toBe(401)
  })

  it('is not for other sites', async () => {
    const client = await signedIn('subscriber')
    await client.request('/api/session', { method: 'DELETE', origin: 'https://evil.example' })
    expect(client.cookies.has('__Host-session')).toBe(true)
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
    expect(client.cookies.get('reader')).toBe(entitled ? `${status}.open` : status)
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

describe('GET /api/articles/{slug}/body', () => {
  it('gives a subscriber the rest, compressed or not, for nobody to keep', async () => {
    const client = await signedIn('subscriber')
    const { rest } = readBody(stack.buildEnvironment.BUILD_STATE, closedArticle.slug)
    for (const encoding of ['gzip', 'identity']) {
      const response = await client.request(bodyPath(closedArticle.slug), {
        headers: { 'Accept-Encoding': encoding },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await response.text()).toBe(rest)
    }
  })

  it.each([
    ['registered', 'notSubscribed'],
    ['lapsed', 'ended'],
    ['paused', 'paused'],
    ['failed', 'paymentFailed'],
  ])('refuses %s with the reason %s', async (reader, reason) => {
    const client = await signedIn(reader)
    expect(await errorOf(await client.request(bodyPath(closedArticle.slug)))).toEqual({
      status: 403,
      code: 'not_entitled',
      reason,
    })
  })

  it('has nothing for what is not a sealed article', async () => {
    const client = await signedIn('subscriber')
    for (const slug of ['no-such-article', publicArticle.slug, '..%2F..%2Findex', 'A-B', '%00']) {
      expect((await client.request(bodyPath(slug))).status).toBe(404)
    }
  })
})

describe('cookies that are not ours', () => {
  const uid = 'sample-lapsed'
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
    expect((await client.request(bodyPath(closedArticle.slug))).status).toBe(401)
    expect(await (await client.request('/api/user')).json()).toEqual({ response: null })
    expect([...client.cookies.keys()].filter((name) => name.startsWith('__Host'))).toEqual([])
  })

  it('open nothing where the pass is another reader’s', async () => {
    const client = await signedIn('registered')
    client.cookies.set('__Host-pass', (await signedIn('subscriber')).cookies.get('__Host-pass')!)
    expect((await client.request(bodyPath(closedArticle.slug))).status).toBe(403)
  })

  it('open nothing where the pass is fresh and its time is over', async () => {
    const until = Math.floor(Date.now() / 1000) - 5
    const client = edgeClient()
    client.cookies.set('__Host-session', await signCookie('session', session(60), ago(60)))
    client.cookies.set(
      '__Host-pass',
      await signCookie('pass', { sub: uid, ...pass, until }, ago(60)),
    )
    expect((await client.request(bodyPath(closedArticle.slug))).status).toBe(403)
  })

  it('renew a pass that is older than ten minutes, but not a young session', async () => {
    const client = edgeClient()
    client.cookies.set('__Host-session', await signCookie('session', session(3600), ago(3600)))
    client.cookies.set('__Host-pass', await signCookie('pass', { sub: uid, ...pass }, ago(601)))
    const before = new Map(client.cookies)
    expect((await client.request(bodyPath(closedArticle.slug))).status).toBe(403)
    expect(client.cookies.get('__Host-pass')).not.toBe(before.get('__Host-pass'))
    expect(client.cookies.get('__Host-session')).toBe(before.get('__Host-session'))
    expect(client.cookies.get('reader')).toBe('needsToRestart')
  })

  it('roll a session that is older than a day, keeping when it began', async () => {
    const client = edgeClient()
    const age = 29 * 24 * 3600
    const old = await signCookie('session', session(age), ago(age))
    client.cookies.set('__Host-session', old)
    expect((await client.request('/api/subscription')).status).toBe(200)
    const rolled = client.cookies.get('__Host-session')!
    expect(rolled).not.toBe(old)
    expect(decodeJwt(rolled).since).toBe(session(age).since)
    expect(decodeJwt(rolled).iat).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  it('are taken away where only the hint is left', async () => {
    const client = edgeClient()
    client.cookies.set('reader', 'isSubscribed.open')
    expect((await client.request('/api/subscription')).status).toBe(200)
    expect(client.cookies.has('reader')).toBe(false)
  })
})

describe('GET /images/{id}/{width}', () => {
  const { id } = closedArticle.image
  const get = (path: string, accept = '*/*') =>
    edgeClient().request(path, { headers: { Accept: accept } })

  it.each([
    ['image/avif,image/webp,*/*', 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ])('Accept: %s gives %s, for ever', async (accept, type) => {
    const response = await get(`/images/${id}/384`, accept)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Vary')).toContain('Accept')
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
  })

  it('cuts a card to 1200 by 630', async () => {
    const response = await get(`/images/${id}/1200x630`, 'image/avif')
    expect(response.headers.get('Content-Type')).toBe('image/jpeg')
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 630])
  })

  it('makes no other sizes and no pictures that are not there', async () => {
    const sizes = ['0', '385', '99999', '-16', '16.0', '1200x631', 'x']
    for (const size of sizes) expect((await get(`/images/${id}/${size}`)).status).toBe(404)
    expect(pictureWidths).toHaveLength(16)
    expect((await get('/images/nothing-0123456789abcdef/384')).status).toBe(404)
    expect((await get('/images/..%2Fsecret/384')).status).toBe(404)
  })

  it('gives a picture from behind a lead-in to entitled readers only', async () => {
    const pattern = /\/images\/([a-z0-9-]+)\/1080/
    const slug = articles
      .filter((article) => article.access !== 'public')
      .map((article) => article.slug)
      .find((candidate) =>
        pattern.test(readBody(stack.buildEnvironment.BUILD_STATE, candidate).rest),
      )!
    const closedId = pattern.exec(readBody(stack.buildEnvironment.BUILD_STATE, slug).rest)![1]
    const path = `/images/${closedId}/384`
    expect((await get(path)).status).toBe(404)
    expect((await (await signedIn('lapsed')).request(path)).status).toBe(404)
    const response = await (await signedIn('subscriber')).request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toMatch(/^private/)
    // Nor after somebody has had it.
    expect((await get(path)).status).toBe(404)
  })
})

describe('addresses', () => {
  it.each([
    ['film-tv', 'film-and-tv'],
    ['health-science', 'health'],
    ['op-eds', 'opinion'],
  ])('/category/%s answers 301 to %s', async (legacy, slug) => {
    const response = await edgeClient().request(`/category/${legacy}`)
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(`/category/${slug}`)
    expect((await edgeClient().request(`/category/${slug}`)).status).toBe(200)
    for (const more of ['/', '/2']) {
      const old = await edgeClient().request(`/category/${legacy}${more}`)
      expect(old.headers.get('Location')).toBe(`/category/${slug}`)
    }
  })

  it.each([
    '/no-such-page',
    '/category/gossip',
    '/tag/moon',
    '/latest/999',
    '/author/nobody',
    '/a/b/c',
  ])('%s is the 404 page, with a way on', async (path) => {
    const response = await edgeClient().request(path)
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).toContain('<h1')
    expect(html).toContain('href="/latest"')
  })

  it('of the API that do not exist answer in the API’s shape', async () => {
    expect(await errorOf(await edgeClient().request('/api/nothing'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await edgeClient().request('/no-such-page', { method: 'POST' })).status).toBe(405)
  })
})

describe('security headers', () => {
  it.each([
    '/',
    `/${closedArticle.slug}`,
    '/no-such-page',
    '/category/film-tv',
    '/sealed/x',
    '/api/client',
    '/api/nothing',
    `/images/${closedArticle.image.id}/384`,
  ])('stand on %s', async (path) => {
    const { headers } = await edgeClient().request(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  it('let pages run their own scripts and hashed ones alone', async () => {
    for (const path of ['/', `/${closedArticle.slug}`, '/login', '/no-such-page']) {
      const response = await edgeClient().request(path)
      const html = await response.text()
      // Built pages bring their policy along, a page rendered at the edge has it in its header.
      const inPage = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1]
      const policy = inPage ?? response.headers.get('Content-Security-Policy') ?? ''
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
      expect(scripts).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]+')+\s*$/)
      expect(policy).toContain("default-src 'self'")
      const identity = new URL(stack.workerVariables.IDENTITY_URL!).origin
      expect(policy.includes(identity)).toBe(path === '/login')
    }
  })
})
