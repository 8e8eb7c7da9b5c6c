/** An encrypted body is deleted 90 days after it was first reported as unused, and never while it's served. */
import { expect, it } from 'vitest'
import { unusedBodyDays } from '../../src/contracts/endpoints/sealed-body-endpoints.ts'
import { day } from '../../src/domain/duration.ts'
import type { AllDeps } from '../app/installed.ts'
import { removeUnusedBodies } from './store-sealed-bodies.ts'

const hash = 'a'.repeat(64)
const start = new Date('2026-11-01T12:00:00Z')

/** Creates an R2 bucket with one body. */
function createScenario(liveHash: string | null) {
  let now = start
  let live = liveHash
  type Stored = { customMetadata: Record<string, string>; uploaded: Date }
  const bucket = new Map<string, Stored>([
    [`sealed/${hash}`, { customMetadata: { name: 'a-story' }, uploaded: start }],
  ])
  const get = async (key: string) => {
    const stored = bucket.get(key)
    return stored ? { ...stored, arrayBuffer: async () => new ArrayBuffer(1) } : null
  }
  const media = {
    get,
    head: get,
    put: async (key: string, _: unknown, { customMetadata }: Pick<Stored, 'customMetadata'>) =>
      bucket.set(key, { customMetadata, uploaded: now }),
    delete: async (key: string) => bucket.delete(key),
  }
  const deps = {
    env: { MEDIA: media },
    buildManifest: { findSealedBody: async () => ({ kind: 'object', hash: live }) },
    now: () => now,
    log: () => {},
  } as unknown as AllDeps
  return {
    bucket,
    deploy(next: string) {
      live = next
    },
    async report(days: number) {
      now = new Date(start.getTime() + days * day)
      const caller = { nonce: '', bodyHash: '' }
      return removeUnusedBodies({ hashes: [hash] }, caller, deps)
    },
  }
}

it('an unused body is flagged once, kept for 90 days and then deleted once', async () => {
  const { report, bucket } = createScenario('b'.repeat(64))
  const answer = (marked: number, deleted: number) => ({ ok: true, value: { marked, deleted } })
  expect(await report(100)).toEqual(answer(1, 0))
  expect(await report(101)).toEqual(answer(0, 0))
  expect(await report(100 + unusedBodyDays - 1)).toEqual(answer(0, 0))
  expect(bucket.size).toBe(1)
  expect(await report(100 + unusedBodyDays)).toEqual(answer(0, 1))
  expect(bucket.size).toBe(0)
  expect(await report(100 + unusedBodyDays)).toEqual(answer(0, 0))
})

it('a body is kept while the live version uses it', async () => {
  const { report, bucket } = createScenario(hash)
  for (const days of [0, 100, 1000]) {
    expect(await report(days)).toEqual({ ok: true, value: { marked: 0, deleted: 0 } })
  }
  expect(bucket.get(`sealed/${hash}`)!.customMetadata).toEqual({ name: 'a-story' })
})

it('a body that another version has used is kept for another 90 days', async () => {
  const other = 'b'.repeat(64)
  const { report, bucket, deploy } = createScenario(other)
  await report(0)
  deploy(hash)
  expect(await report(50)).toEqual({ ok: true, value: { marked: 0, deleted: 0 } })
  expect(bucket.get(`sealed/${hash}`)!.customMetadata).toEqual({ name: 'a-story' })
  deploy(other)
  expect(await report(unusedBodyDays)).toEqual({ ok: true, value: { marked: 1, deleted: 0 } })
  expect(bucket.size).toBe(1)
})
