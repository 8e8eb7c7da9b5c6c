import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestName, nameSchema } from './reader.ts'

describe('a name', () => {
  it.each([
    ['Leela', 'Leela'],
    ['  Mary   Ann \n', 'Mary Ann'],
    ['', ''],
    ['नेहा', 'नेहा'],
    // With a joiner that is part of how it is written.
    ['ශ්‍රී', 'ශ්‍රී'],
    ['O’Brien-Das', 'O’Brien-Das'],
  ])('typed as %j is kept as %j', (typed, kept) => {
    expect(nameSchema.parse(typed)).toBe(kept.normalize('NFC'))
  })

  it.each([null, 7, 'a\u0000b', 'a\u001bb', '\ud800', 'x'.repeat(longestName + 1)])(
    '%j is none',
    (typed) => {
      expect(nameSchema.safeParse(typed).success).toBe(false)
    },
  )

  it('that is kept stays as it is when it is kept again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (typed) => {
        const kept = nameSchema.safeParse(typed)
        if (!kept.success) return
        expect(nameSchema.parse(kept.data)).toBe(kept.data)
        expect(kept.data.length).toBeLessThanOrEqual(longestName)
        expect(kept.data.isWellFormed()).toBe(true)
      }),
    )
  })
})
