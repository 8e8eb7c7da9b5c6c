import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchSize, createBatchedCount } from './batched-count.ts'

/** Behaves as documented in Cloudflare's types: a call below the limit is allowed, even if `delta` exceeds it. */
function createLimit(max: number) {
  const counts = new Map<string, number>()
  const asked: number[] = []
  return {
    counts,
    asked,
    async limit({ key, delta = 1 }: { key: string; delta?: number }) {
      asked.push(delta)
      // Responds after other calls have started.
      await null
      const count = counts.get(key) ?? 0
      if (count >= max) return { success: false }
      counts.set(key, count + delta)
      return { success: true }
    },
  }
}

it('the counter is called once for a batch of calls', async () => {
  const limit = createLimit(240)
  const count = createBatchedCount()
  for (let call = 0; call < 5 * batchSize; call++) expect(await count(limit, 'reader')).toBe(true)
  expect(limit.asked).toEqual(Array(5).fill(batchSize))
})

const readers = ['ama', 'nimal', 'zoya'] as const
const calls = fc.array(fc.constantFrom(...readers), { maxLength: 400 })
const maxima = fc.integer({ min: 1, max: 60 })

it('fewer calls than one batch pass above the limit', async () => {
  await fc.assert(
    fc.asyncProperty(calls, maxima, async (sequence, max) => {
      const limit = createLimit(max)
      const count = createBatchedCount()
      const allowed = new Map<string, number>()
      for (const reader of sequence)
        if (await count(limit, reader)) allowed.set(reader, (allowed.get(reader) ?? 0) + 1)
      for (const reader of readers) {
        // The last allowed batch may exceed the limit, according to Cloudflare's rule.
        const counted = Math.ceil(max / batchSize) * batchSize
        expect(allowed.get(reader) ?? 0).toBeLessThan(counted + batchSize)
      }
    }),
  )
})

it('no call below the limit is refused, however calls overlap', async () => {
  const overlapping = fc.array(fc.tuple(fc.constantFrom(...readers), fc.boolean()), {
    maxLength: 400,
  })
  await fc.assert(
    fc.asyncProperty(overlapping, maxima, async (sequence, max) => {
      const limit = createLimit(max)
      const count = createBatchedCount()
      const answers = new Map<string, Promise<boolean>[]>(readers.map((reader) => [reader, []]))
      for (const [reader, isAwaited] of sequence) {
        const answer = count(limit, reader)
        answers.get(reader)!.push(answer)
        if (isAwaited) await answer
      }
      for (const own of answers.values()) {
        const allowed = (await Promise.all(own)).filter(Boolean).length
        expect(allowed).toBeGreaterThanOrEqual(Math.min(own.length, max))
      }
    }),
  )
})

it('the counter is called for each call once a key is refused, and in batches again afterwards', async () => {
  const limit = createLimit(batchSize)
  const count = createBatchedCount()
  const callTimes = async (times: number) => {
    const answers: boolean[] = []
    for (let time = 0; time < times; time++) answers.push(await count(limit, 'reader'))
    return answers
  }
  expect(await callTimes(2 * batchSize - 1)).toEqual(Array(2 * batchSize - 1).fill(true))
  expect(await callTimes(3)).toEqual([false, false, false])
  expect(limit.asked).toEqual([batchSize, batchSize, 1, 1])
  expect(await count(limit, 'another')).toBe(true)
  // A new minute begins.
  limit.counts.clear()
  expect(await callTimes(batchSize + 1)).toEqual(Array(batchSize + 1).fill(true))
  expect(limit.asked.slice(4)).toEqual([1, batchSize])
})
