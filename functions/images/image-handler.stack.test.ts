import { describe, expect, it } from 'vitest'
import { createEdgeClient, findArticle } from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')

describe('GET /images/{id}/{width}', () => {
  const { id } = closedArticle.image
  const fetchImage = (path: string, accept = '*/*') =>
    createEdgeClient().request(path, { headers: { Accept: accept } })

  it('returns WebP, cached for a minute, until AVIF is made', async () => {
    const askForAvif = async () => {
      const response = await fetchImage(`/images/${id}/256`, 'image/avif,image/webp,*/*')
      await response.arrayBuffer()
      const { headers } = response
      return `${headers.get('Content-Type')} ${headers.get('Cache-Control')}`
    }
    const expected = [
      'image/webp public, max-age=60',
      'image/avif public, max-age=31536000, s-maxage=3600, immutable',
    ]
    // A busy machine may take longer than the Worker waits for a variant; the next request then finds it.
    await expect.poll(askForAvif).toBeOneOf(expected)
    await expect.poll(askForAvif).toBe(expected[1])
    expect(await askForAvif()).toBe(expected[1])
  })

  it('crops a card to 1200 by 630', async () => {
    const response = await fetchImage(`/images/${id}/1200x630`, 'image/avif')
    expect(response.headers.get('Content-Type')).toBe('image/jpeg')
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 630])
    // Other sites show card images beside links to ours.
    const policy = 'Cross-Origin-Resource-Policy'
    expect(response.headers.get(policy)).toBe('cross-origin')
    const picture = await fetchImage(`/images/${id}/384`)
    await picture.arrayBuffer()
    expect(picture.headers.get(policy)).toBe('same-origin')
  })
})
