/**
 * Pictures while object storage or Images fails. What wrangler's simulation of the bucket keeps on
 * disk is damaged: an index that is none makes R2 throw, and a picture that is none makes Images
 * throw.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { storePictures } from '../../scripts/sample/store.ts'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { articleWith, edgeClient, errorOf, signedIn } from '../edge-client.ts'

const article = articleWith('metered')
const picturePath = `/images/${article.image.id}/384`
const [width, height] = [600, 400]

let edge: FaultyEdge
afterEach(() => edge.stop())

/** Puts these bytes into an empty bucket, as the article's picture. */
const store = (bytes: Buffer, storage: string) =>
  storePictures([{ id: article.image.id, width, height, bytes, closed: false }], storage)

/** The files of the simulated bucket in this folder of it. */
function filesIn(storage: string, ...folder: string[]): string[] {
  const path = join(storage, 'v3', 'r2', ...folder)
  return readdirSync(path).map((name) => join(path, name))
}

async function expectNoPictureAndAllElse() {
  const response = await edgeClient(edge.url).request(picturePath)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await errorOf(response)).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await edgeClient(edge.url).request(`/${article.slug}`)).status).toBe(200)
  const subscriber = await signedIn('subscriber', edge.url)
  expect((await subscriber.request(articleBodyPath(article.slug))).status).toBe(200)
}

describe('while object storage fails', () => {
  it('pictures answer 503 for nobody to keep, and everything else is there', async () => {
    edge = await startFaultyEdge(async (storage) => {
      await store(Buffer.from('picture'), storage)
      for (const file of filesIn(storage, 'miniflare-R2BucketObject')) {
        if (!file.includes('metadata')) writeFileSync(file, 'damaged '.repeat(1000))
      }
    })
    await expectNoPictureAndAllElse()
  })
})

describe('while pictures cannot be cut', () => {
  it('they answer 503 for nobody to keep, and are there as soon as they can be', async () => {
    const background = { r: 0, g: 90, b: 110 }
    const picture = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer()
    let stored: string[] = []
    edge = await startFaultyEdge(async (storage) => {
      await store(Buffer.alloc(picture.length), storage)
      stored = filesIn(storage, 'verandah-media', 'blobs')
    })
    expect(stored).toHaveLength(1)
    await expectNoPictureAndAllElse()

    writeFileSync(stored[0]!, picture)
    const response = await edgeClient(edge.url).request(picturePath)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })
})
