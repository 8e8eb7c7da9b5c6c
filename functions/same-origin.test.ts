/** That no other site can make a reader's browser change anything: over every route that there is. */
import { describe, expect, it } from 'vitest'
import { apiErrorSchema } from '../src/contracts/api-error.ts'
import { addressOf, app, changingRoutes, isSigned } from './route-table.ts'

const routes = changingRoutes.map(addressOf).filter(([, path]) => !isSigned(path))
const env = new Proxy({}, { get: () => ({ limit: async () => ({ success: true }) }) })
const ask = (method: string, path: string, origin: Record<string, string>) =>
  app.request(
    `https://verandah.news${path}`,
    { method, headers: { ...origin, 'Content-Type': 'application/json' }, body: '{}' },
    env,
  )

describe('routes that change something', () => {
  it('are all looked at', () => {
    expect(routes.length).toBeGreaterThanOrEqual(6)
    expect(routes).toContainEqual(['DELETE', '/api/sessions'])
  })

  it.each(routes)('%s %s refuses what does not come from our own pages', async (method, path) => {
    const origins = [
      { Origin: 'https://evil.example' },
      { Origin: 'https://verandah.news.evil.example' },
      { Origin: 'https://sub.verandah.news' },
      { Origin: 'http://verandah.news' },
      { Origin: 'https://verandah.news:8443' },
      { Origin: 'null' },
      { Origin: '' },
      {},
      // Neither says who asks.
      { Referer: 'https://verandah.news/', 'Sec-Fetch-Site': 'same-origin' },
    ]
    for (const origin of origins) {
      const response = await ask(method, path, origin as Record<string, string>)
      const body = apiErrorSchema.parse(await response.json())
      expect([response.status, body.error.code], JSON.stringify(origin)).toEqual([403, 'forbidden'])
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('routes that change nothing', () => {
  it('are the only ones of GET', () => {
    // A link or a picture of another site sends cookies along with a GET.
    const reads = app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path)
    for (const [, path] of routes.filter(([method]) => method === 'POST')) {
      expect(reads, 'logging in or out by following a link').not.toContain(path)
    }
  })
})
