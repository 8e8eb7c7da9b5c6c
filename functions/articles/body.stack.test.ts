import { describe, expect, it } from 'vitest'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { articleWith, closedPartOf, errorOf, signedIn } from '../edge-client.ts'

const closedArticle = articleWith('metered')
const publicArticle = articleWith('public')

describe('GET /api/articles/{slug}/body', () => {
  it('gives a subscriber the rest, compressed or not, for nobody to keep', async () => {
    const client = await signedIn('subscriber')
    const rest = closedPartOf(closedArticle.slug)
    for (const encoding of ['gzip', 'identity']) {
      const response = await client.request(articleBodyPath(closedArticle.slug), {
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
    expect(await errorOf(await client.request(articleBodyPath(closedArticle.slug)))).toEqual({
      status: 403,
      code: 'not_entitled',
      reason,
    })
  })

  it('has nothing for what is not a sealed article', async () => {
    const client = await signedIn('subscriber')
    for (const slug of ['no-such-article', publicArticle.slug, '..%2F..%2Findex', 'A-B', '%00']) {
      expect((await client.request(articleBodyPath(slug))).status).toBe(404)
    }
  })
})
