import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { maxCollectBytes } from '../../src/contracts/endpoints/collect-endpoints.ts'
import {
  healthCheckNames,
  healthResponseSchema,
} from '../../src/contracts/endpoints/health-endpoints.ts'
import {
  createEdgeClient,
  expectError,
  findArticle,
  readStatus,
  stack,
} from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')

describe('GET /api/health', () => {
  it('reports status ok', async () => {
    const response = await createEdgeClient().send('GET /api/health')
    expect(response.status).toBe(200)
    expect(healthResponseSchema.parse(await response.json())).toMatchObject({
      status: 'ok',
      firestore: 'ok',
    })
  })

  it('lists each check for callers with the secret', async () => {
    const [, secret = ''] = stack.workerVariables.HEALTH_KEYS!.split(':')
    const headers = { Authorization: `Bearer ${secret}` }
    const response = await createEdgeClient().send('GET /api/health', undefined, { headers })
    const { checks } = healthResponseSchema.parse(await response.json())
    const states = Object.fromEntries(checks!.map(({ name, state }) => [name, state]))
    expect(states).toMatchObject({ firestore: 'ok', rebuild: 'ok', outbox: 'ok', statistics: 'ok' })
    expect((await readStatus()).checks.map(({ name }) => name)).toEqual(healthCheckNames)
  })
})

describe('simultaneous calls of GET /api/health', () => {
  it('are answered even if some callers hang up', async () => {
    const closeConnection = new AbortController()
    const aborted = Array.from({ length: 10 }, () =>
      createEdgeClient()
        .send('GET /api/health', undefined, { signal: closeConnection.signal })
        .catch(() => null),
    )
    const unaffected = Array.from({ length: 40 }, () => createEdgeClient().send('GET /api/health'))
    closeConnection.abort()
    const statuses = (await Promise.all(unaffected)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await Promise.all(aborted)
  })
})

describe('an unknown address', () => {
  it('gets an error in the API’s format below /api', async () => {
    await expectError(createEdgeClient().request('/api/nothing'), 404, 'not_found')
    expect((await createEdgeClient().request('/no-such-page', { method: 'POST' })).status).toBe(405)
  })
})

async function* readStatuses(connection: Socket) {
  for await (const line of createInterface({ input: connection })) {
    const status = /HTTP\/1\.1 (\d+)/.exec(line)
    if (status) yield Number(status[1])
  }
}

describe('a request whose body is refused unread', () => {
  it.each([
    ['too large', 413, '/api/collect', maxCollectBytes + 1, stack.siteUrl],
    ['another site’s', 403, '/api/session', 20, 'https://example.com'],
  ])(
    'leaves the connection open for the next request: %s',
    async (_, status, path, bytes, origin) => {
      const { host, hostname, port } = new URL(stack.siteUrl)
      const headers = [`Host: ${host}`, `Origin: ${origin}`, `Content-Length: ${bytes}`]
      const head = [`POST ${path} HTTP/1.1`, ...headers, '', ''].join('\r\n')
      const body = 'x'.repeat(bytes)
      const connection = connect(Number(port), hostname)
      const statuses = readStatuses(connection)
      connection.write(head)
      // Allows time for responses that are sent before the body arrives.
      for (let other = 0; other < 20; other++) await createEdgeClient().send('GET /api/health')
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
  ])('are set on %s', async (path) => {
    const { headers } = await createEdgeClient().request(path)
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  })

  it('allow only our own scripts and scripts with listed hashes', async () => {
    const botCheck = `${stack.workerVariables.RECAPTCHA_URL}/recaptcha/`
    for (const path of ['/', `/${closedArticle.slug}`, '/newsletter', '/login', '/no-such-page']) {
      const response = await createEdgeClient().request(path)
      const html = await response.text()
      // Built pages contain their policy; pages rendered by the Worker send it in a header.
      const renderedPage = /http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1]
      const policy = renderedPage ?? response.headers.get('Content-Security-Policy') ?? ''
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1]
      // Pages with the newsletter form load its bot check.
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
