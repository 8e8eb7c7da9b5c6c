import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIntoBatches } from './write-batches.ts'

const write = (length: number) => ({ set: 'a/b', fields: { text: 'x'.repeat(length) } })

describe('commits', () => {
  it('contain everything once and in order, within Firestore’s limits', () => {
    const one = fc
      .array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 4 })
      .map((lengths) => ({ lengths, writes: lengths.map(write) }))
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (planned) => {
        const batches = [...splitIntoBatches(planned)]
        expect(batches.flat()).toEqual(planned)
        for (const batch of batches) {
          const bytes = batch.flatMap(({ lengths }) => lengths).reduce((sum, each) => sum + each, 0)
          expect(batch.length === 1 || bytes <= 4_000_000).toBe(true)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('contain at most 500 writes, and never split a document', () => {
    const planned = Array.from({ length: 334 }, () => ({ writes: [write(1), write(1), write(1)] }))
    expect([...splitIntoBatches(planned)].map((batch) => batch.length)).toEqual([166, 166, 2])
  })
})
