import { describe, expect, it } from 'vitest'
import { pictureWidths } from '../../src/domain/picture-address.ts'
import {
  articleWith,
  closedPartOf,
  edgeClient,
  publishedArticles,
  signedIn,
} from '../edge-client.ts'

const closedArticle = articleWith('metered')

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
    // Shown by other sites beside their links, as other sizes are not.
    const policy = 'Cross-Origin-Resource-Policy'
    expect(response.headers.get(policy)).toBe('cross-origin')
    expect((await get(`/images/${id}/384`)).headers.get(policy)).toBe('same-origin')
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
    const slug = publishedArticles
      .filter((article) => article.access !== 'public')
      .map((article) => article.slug)
      .find((candidate) => pattern.test(closedPartOf(candidate)))!
    const closedId = pattern.exec(closedPartOf(slug))![1]
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
