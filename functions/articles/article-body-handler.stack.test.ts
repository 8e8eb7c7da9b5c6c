import { describe, expect, it } from 'vitest'
import {
  createSignedInClient,
  findArticle,
  getArticleBodyPath,
  readClosedPart,
} from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')
const publicArticle = findArticle('public')

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

  it('answers 404 for anything but a closed article', async () => {
    const client = await createSignedInClient('subscriber')
    for (const slug of ['no-such-article', publicArticle.slug, '..%2F..%2Findex', 'A-B', '%00']) {
      expect((await client.request(getArticleBodyPath(slug))).status).toBe(404)
    }
  })
})
