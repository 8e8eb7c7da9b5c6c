import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handleSchema } from './handle.ts'

describe('a handle', () => {
  it.each([
    ['Leela-Reads', 'leela-reads'],
    ['  ama ', 'ama'],
    ['a1b', 'a1b'],
    // The first letter is the Kelvin sign.
    ['\u212Aiwi', 'kiwi'],
  ])('is parsed: %j is %s', (typed, handle) => {
    expect(handleSchema.parse(typed)).toBe(handle)
  })

  it.each([
    '',
    'ab',
    'a'.repeat(31),
    '-ama',
    'ama-',
    'a--b',
    'a_b',
    'a.b',
    'अमा',
    'аma',
    'ama/../x',
    'a b',
  ])('can’t be %j', (typed) => {
    expect(handleSchema.safeParse(typed).success).toBe(false)
  })

  it('has only ASCII letters, digits and hyphens, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aK9-_ é\u212A\u0430\uff41'), maxLength: 12 }),
        (typed) => {
          const handle = handleSchema.safeParse(typed)
          if (!handle.success) return
          expect(handle.data).toMatch(/^[a-z0-9-]{3,30}$/)
          expect(handleSchema.parse(handle.data)).toBe(handle.data)
        },
      ),
    )
  })
})
