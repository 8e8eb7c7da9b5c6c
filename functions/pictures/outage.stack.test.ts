/**
 * Pictures while object storage or Images fails. What wrangler's simulations of both keep on disk is
 * damaged: an index that is none makes R2 throw, and a picture that is none makes Images throw.
 */
import { cpSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type FaultyEdge, startFaultyEdge } from '../../scripts/local/faulty-edge.ts'
import { articleBodyPath } from '../../src/contracts/article-body.ts'
import { articleWith, edgeClient, errorOf, signedIn, stack } from '../edge-client.ts'

const article = articleWith('metered')
const picturePath = `/images/${article.image.id}/384`
const bucket = join('v3', 'r2')
const blobs = join(bucket, 'verandah-media', 'blobs')
const original = join(stack.folder, 'edge')

/** The list of what is in the bucket, without its contents. */
function copyIndex(storage: string) {
  const filter = (path: string) => basename(path) !== 'blobs'
  cpSync(join(original, bucket), join(storage, bucket), { recursive: true, filter })
}

let edge: FaultyEdge
afterEach(() => edge.stop())

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
    edge = await startFaultyEdge((storage) => {
      copyIndex(storage)
      const folder = join(storage, bucket, 'miniflare-R2BucketObject')
      for (const name of readdirSync(folder)) {
        if (/^[0-9a-f]{64}/.test(name)) writeFileSync(join(folder, name), 'damaged '.repeat(1000))
      }
    })
    await expectNoPictureAndAllElse()
  })
})

describe('while pictures cannot be cut', () => {
  it('they answer 503 for nobody to keep, and are there as soon as they can be', async () => {
    let damaged = ''
    edge = await startFaultyEdge((storage) => {
      copyIndex(storage)
      damaged = join(storage, blobs)
      mkdirSync(damaged, { recursive: true })
      for (const name of readdirSync(join(original, blobs))) {
        writeFileSync(join(damaged, name), '')
        truncateSync(join(damaged, name), statSync(join(original, blobs, name)).size)
      }
    })
    await expectNoPictureAndAllElse()

    for (const name of readdirSync(damaged)) {
      cpSync(join(original, blobs, name), join(damaged, name))
    }
    const response = await edgeClient(edge.url).request(picturePath)
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })
})
