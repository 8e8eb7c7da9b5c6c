import { describe, expect, it } from 'vitest'
import {
  createEdgeClient,
  createSignedInClient,
  fetchStatus,
  findArticle,
  listClosedImages,
} from '../testing/edge-client.ts'

const closedArticle = findArticle('metered')

describe('GET /images/{id}/{width}', () => {
  const { id } = closedArticle.image
  const fetchImage = (path: string, accept = '*/*') =>
    createEdgeClient().request(path, { headers: { Accept: accept } })

  it.each([
    ['image/webp,*/*', 'image/webp'],
    ['*/*', 'image/jpeg'],
  ])('Accept: %s returns %s, cached for a year', async (accept, type) => {
    const response = await fetchImage(`/images/${id}/384`, accept)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('Cache-Control')).toBe(
      'public, max-age=31536000, s-maxage=3600, immutable',
    )
    expect(response.headers.get('Vary')).toContain('Accept')
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
  })

  it('returns WebP until AVIF is made, which caches don’t keep', async () => {
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
    expect(expected).toContain(await askForAvif())
    await expect.poll(askForAvif).toBe(expected[1])
    expect(await askForAvif()).toBe(expected[1])
  })

  it('answers all requests that arrive while a variant is made', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => fetchImage(`/images/${id}/640`, 'image/webp')),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const sizes = await Promise.all(
      responses.map(async (response) => (await response.arrayBuffer()).byteLength),
    )
    expect(new Set(sizes).size).toBe(1)
  })

  it('crops a card to 1200 by 630', async () => {
    const response = await fetchImage(`/images/${id}/1200x630`, 'image/avif')
    expect(response.headers.get('Content-Type')).toBe('image/jpeg')
    const { default: sharp } = await import('sharp')
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height]).toEqual([1200, 630])
    // Other sites show cards beside their links.
    const policy = 'Cross-Origin-Resource-Policy'
    expect(response.headers.get(policy)).toBe('cross-origin')
    const picture = await fetchImage(`/images/${id}/384`)
    await picture.arrayBuffer()
    expect(picture.headers.get(policy)).toBe('same-origin')
  })

  it('answers 404 for other sizes and unknown images', async () => {
    const sizes = ['0', '16', '385', '3840', '99999', '-16', '16.0', '1200x631', 'x']
    for (const size of sizes) expect((await fetchImage(`/images/${id}/${size}`)).status).toBe(404)
    expect((await fetchImage('/images/nothing-0123456789abcdef/384')).status).toBe(404)
    expect((await fetchImage('/images/..%2Fsecret/384')).status).toBe(404)
  })

  it('returns a closed image to entitled readers only', async () => {
    const path = `/images/${listClosedImages()[0]}/384`
    expect((await fetchImage(path)).status).toBe(404)
    expect((await (await createSignedInClient('lapsed')).request(path)).status).toBe(404)
    const response = await (await createSignedInClient('subscriber')).request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toMatch(/^private/)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(500)
    expect((await fetchImage(path)).status).toBe(404)
  })

  it('returns no stored variant by its key', async () => {
    const image = listClosedImages()[0]!
    const subscriber = await createSignedInClient('subscriber')
    expect(await fetchStatus(subscriber, `/images/${image}/384`)).toBe(200)
    const key = `variants/closed/${image}/384-q75.jpeg`
    for (const path of [key, encodeURIComponent(key), `images/${key}`, `api/media/${key}`]) {
      expect((await createEdgeClient().request(`/${path}`)).status).not.toBe(200)
      expect((await subscriber.request(`/${path}`)).status).not.toBe(200)
    }
  })
})
