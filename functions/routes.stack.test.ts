import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { healthResponseSchema } from '../src/contracts/health.ts'
import { articleWith, edgeClient, errorOf, stack } from './edge-client.ts'

const closedArticle = articleWith('metered')

describe('GET /api/health', () => {
  it('says that all is well', async () => {
    const response = await edgeClient().request('/api/health')
    expect(response.status).toBe(200)
    // With how payments stand, once there was a night.
    expect(healthResponseSchema.parse(await response.json())).toMatchObject({
      status: 'ok',
      firestore: 'ok',
      rebuild: { state: 'ok', since: expect.any(String) },
    })
  })
})

describe('GET /api/health at the same time', () => {
  it('answers everybody, whoever else hangs up', async () => {
    const hangUp = new AbortController()
    const gone = Array.from({ length: 10 }, () =>
      edgeClient()
        .request('/api/health', { signal: hangUp.signal })
        .catch(() => null),
    )
    const staying = Array.from({ length: 40 }, () => edgeClient().request('/api/health'))
    hangUp.abort()
    const statuses = (await Promise.all(staying)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await Promise.all(gone)
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

  it('of the API that do not exist answer in the API’s shape', async () => {
    expect(await errorOf(await edgeClient().request('/api/nothing'))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await edgeClient().request('/no-such-page', { method: 'POST' })).status).toBe(405)
  })
})

/** Of the answers on a connection, in their order. */
async function* statusesOn(connection: Socket) {
  for await (const line of createInterface({ input: connection })) {
    const status = /HTTP\/1\.1 (\d+)/.exec(line)
    if (status) yield Number(status[1])
  }
}

describe('a body that is refused unread', () => {
  it.each([
    ['too large', 413, '/api/webhooks/publish', 20_000],
    ['another site’s', 403, '/api/session', 20],
  ])(
    'being %s, leaves the connection open for the next request',
    async (_, status, path, bytes) => {
      const { host, hostname, port } = new URL(stack.siteUrl)
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${bytes}\r\n\r\n`
      const body = 'x'.repeat(bytes)
      const connection = connect(Number(port), hostname)
      const statuses = statusesOn(connection)
      connection.write(head)
      // Time enough for an answer that would not wait for the body.
      for (let other = 0; other < 20; other++) await edgeClient().request('/api/health')
      connection.write(body)
      expect(await statuses.next()).toEqual({ done: false, value: status })
      connection.write(head + body)
      expect(await statuses.next()).toEqual({ done: false, value: status })
      connection.destroy()
    },
  )
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
    const botCheck = `${stack.workerVariables.RECAPTCHA_URL}/recaptcha/`
    for (const path of ['/', `/${closedArticle.slug}`, '/newsletter', '/login', '/no-such-page']) {
      const response = await edgeClient().request(path)
      const html = await response.text()
      // Built pages bring their policy along, a page rendered at the edge has it in its header.
      const inPage = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1]
      const policy = inPage ?? response.headers.get('Content-Security-Policy') ?? ''
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
      // Where the newsletter's form stands, its bot check may come.
      const hasForm = path !== '/login' && path !== '/no-such-page'
      expect(policy.includes(botCheck)).toBe(hasForm)
      expect(scripts?.replace(` ${botCheck}`, '')).toMatch(
        /^'self'( 'sha256-[A-Za-z0-9+/=]+')+\s*$/,
      )
      expect(policy).toContain("default-src 'self'")
      const identity = new URL(stack.workerVariables.IDENTITY_URL!).origin
      expect(policy.includes(identity)).toBe(path === '/login')
    }
  })
})
