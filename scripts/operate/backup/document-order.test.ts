import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparePaths } from './document-order.ts'

describe('the order of documents', () => {
  it('matches Firestore’s', () => {
    // The order in the emulator's response.
    const answered = [
      'a/__id5__',
      'a/__id40__',
      'a/Z',
      'a/x',
      'a/x/sub/y',
      'a/é',
      'a/\uFFFD',
      'a/😀',
      'a-b/1',
      'gone/parent/kept/child',
      'v/all',
    ]
    expect(answered.toReversed().sort(comparePaths)).toEqual(answered)
  })

  it('is total: only equal paths compare as equal', () => {
    const path = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
    const paths = path.map((segments) => segments.map((one) => one.replaceAll('/', '-')).join('/'))
    fc.assert(
      fc.property(paths, paths, (one, other) => {
        expect(Math.sign(comparePaths(one, other))).toBe(-Math.sign(comparePaths(other, one)) + 0)
        expect(comparePaths(one, other) === 0).toBe(one === other)
      }),
    )
  })
})
