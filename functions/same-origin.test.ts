import { describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../src/contracts/endpoints/api-error.ts'
import { requiresSameOrigin } from '../src/contracts/endpoints/endpoint.ts'
import { app, createExampleRequest, endpoints } from './testing/route-table.ts'

const env = new Proxy({}, { get: () => ({ limit: async () => ({ success: true }) }) })
const request = (method: string, path: string, origin: Record<string, string>) =>
  app.request(
    `https://verandah.news${path}`,
    { method, headers: { ...origin, 'Content-Type': 'application/json' }, body: '{}' },
    env,
  )

const guarded = endpoints.filter(requiresSameOrigin)

describe('endpoints that change something', () => {
  it('are guarded against other origins unless their requests are signed', () => {
    const unguarded = endpoints.filter((endpoint) => !guarded.includes(endpoint))
    for (const { method, caller, route } of unguarded) {
      expect(method === 'GET' || caller === 'desk' || caller === 'provider', route).toBe(true)
    }
    expect(guarded.map(({ route }) => route)).toContain('DELETE /api/sessions')
  })

  it.each(guarded)('refuse requests from other pages: $route', async (endpoint) => {
    const { path } = createExampleRequest(endpoint)
    const origins = [
      { Origin: 'https://evil.example' },
      { Origin: 'https://verandah.news.evil.example' },
      { Origin: 'https://sub.verandah.news' },
      { Origin: 'http://verandah.news' },
      { Origin: 'https://verandah.news:8443' },
      { Origin: 'null' },
      { Origin: '' },
      {},
      // Neither of these headers proves the origin.
      { Referer: 'https://verandah.news/', 'Sec-Fetch-Site': 'same-origin' },
    ]
    for (const origin of origins) {
      const response = await request(endpoint.method, path, origin as Record<string, string>)
      const body = apiErrorSchema.parse(await response.json())
      expect([response.status, body.error.code], JSON.stringify(origin)).toEqual([403, 'forbidden'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('routes', () => {
  it('match the API’s definitions', () => {
    const served = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(new Set(served)).toEqual(new Set(endpoints.map(({ route }) => route)))
  })

  it('log nobody in or out on GET', () => {
    const readable = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path)
    for (const path of ['/api/session', '/api/sessions', '/api/log-out']) {
      expect(guarded.map((endpoint) => endpoint.path)).toContain(path)
      expect(readable).not.toContain(path)
    }
  })
})
