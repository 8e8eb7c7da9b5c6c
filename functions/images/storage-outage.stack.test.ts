/**
 * Damages files of wrangler's simulated bucket: an invalid index makes R2 throw, an invalid image makes
 * Images throw.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { storeImages } from '../../scripts/dev/sample/store-sample.ts'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/dev/stack/faulty-edge.ts'
import { findLatestSnapshot } from '../../scripts/dev/stack/snapshots.ts'
import {
  createEdgeClient,
  createSignedInClient,
  expectError,
  findArticle,
  getArticleBodyPath,
  stack,
} from '../testing/edge-client.ts'

const article = findArticle('metered')
const [width, height] = [600, 400]
const background = { r: 0, g: 90, b: 110 }
const image = await sharp({ create: { width, height, channels: 3, background } })
  .jpeg()
  .toBuffer()

let edge: FaultyEdge
let storage: string
afterAll(() => edge.stop())

function listFiles(...folder: string[]): string[] {
  const path = join(storage, 'v3', 'r2', ...folder)
  return readdirSync(path).map((name) => join(path, name))
}

/** The variant with this width. */
const request = (variant: number) =>
  createEdgeClient(edge.url).request(`/images/${article.image.id}/${variant}`)

async function expectOnlyImagesUnavailable(variant: number) {
  const response = await request(variant)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  await expectError(response, 503, 'unavailable')
  expect((await createEdgeClient(edge.url).request(`/${article.slug}`)).status).toBe(200)
  const subscriber = await createSignedInClient('subscriber', edge.url)
  expect((await subscriber.request(getArticleBodyPath(article.slug))).status).toBe(200)
}

it('images that can’t be resized answer 503, uncached, and recover', async () => {
  edge = await startFaultyEdge(async (folder) => {
    storage = folder
    const bytes = Buffer.alloc(image.length)
    const { id } = article.image
    await storeImages([{ id, kind: 'image/jpeg', width, height, bytes, isClosed: false }], storage)
  })
  const stored = listFiles('verandah-media', 'blobs')
  expect(stored).toHaveLength(1)
  await expectOnlyImagesUnavailable(384)

  writeFileSync(stored[0]!, image)
  const response = await request(384)
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toContain('immutable')
})

it('while object storage fails, images answer 503, uncached, and everything else works', async () => {
  for (const file of listFiles('miniflare-R2BucketObject')) {
    if (!file.includes('metadata')) writeFileSync(file, 'damaged '.repeat(1000))
  }
  await edge.switchTo(findLatestSnapshot(join(stack.folder, 'snapshots'))!)
  await expectOnlyImagesUnavailable(750)
})
