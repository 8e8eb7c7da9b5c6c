import { describe, expect, it } from 'vitest'
import {
  createSignedInClient,
  findArticle,
  getArticleBodyPath,
  readClosedPart,
} from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')

describe('GET /api/articles/{slug}/body', () => {
  it('returns the closed part to a subscriber, compressed or not, uncached', async () => {
    const client = await createSignedInClient('subscriber')
    const rest = await readClosedPart(closedArticle.slug)
    for (const encoding of ['gzip', 'identity']) {
      const response = await client.request(getArticleBodyPath(closedArticle.slug), {
        headers: { 'Accept-Encoding': encoding },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(await response.text()).toBe(rest)
    }
  })
})
