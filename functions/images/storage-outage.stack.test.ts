/**
 * Damages files of wrangler's simulated bucket: an invalid index makes R2 throw, an invalid image makes
 * Images throw.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { storeImages } from '../../scripts/dev/sample/store-sample.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  findArticle,
  getArticleBodyPath,
} from '../testing/edge-client.ts'

const article = findArticle('metered')
const imagePath = `/images/${article.image.id}/384`
const [width, height] = [600, 400]

let edge: FaultyEdge
afterEach(() => edge.stop())

const storeImage = (bytes: Buffer, storage: string) =>
  storeImages(
    [{ id: article.image.id, kind: 'image/jpeg', width, height, bytes, isClosed: false }],
    storage,
  )

function listFiles(storage: string, ...folder: string[]): string[] {
  const path = join(storage, 'v3', 'r2', ...folder)
  return readdirSync(path).map((name) => join(path, name))
}

async function expectOnlyImagesUnavailable() {
  const response = await createEdgeClient(edge.url).request(imagePath)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  await expectError(response, 503, 'unavailable')
  expect((await createEdgeClient(edge.url).request(`/${article.slug}`)).status).toBe(200)
  const subscriber = await createSignedInClient('subscriber', edge.url)
  expect((await subscriber.request(getArticleBodyPath(article.slug))).status).toBe(200)
}

describe('while object storage fails', () => {
  it('images answer 503, uncached, and everything else works', async () => {
    edge = await startFaultyEdge(async (storage) => {
      await storeImage(Buffer.from('picture'), storage)
      for (const file of listFiles(storage, 'miniflare-R2BucketObject')) {
        if (!file.includes('metadata')) writeFileSync(file, 'damaged '.repeat(1000))
      }
    })
    await expectOnlyImagesUnavailable()
  })
})

describe('while images can’t be resized', () => {
  it('they answer 503, uncached, and recover', async () => {
    const background = { r: 0, g: 90, b: 110 }
    const image = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
    let stored: string[] = []
    edge = await startFaultyEdge(async (storage) => {
      await storeImage(Buffer.alloc(image.length), storage)
      stored = listFiles(storage, 'verandah-media', 'blobs')
    })
    expect(stored).toHaveLength(1)
    await expectOnlyImagesUnavailable()

    writeFileSync(stored[0]!, image)
    const response = await createEdgeClient(edge.url).request(imagePath)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })
})
