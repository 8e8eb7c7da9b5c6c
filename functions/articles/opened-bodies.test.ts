import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOpenedBodies } from './opened-bodies.ts'

const body = (length: number) => new Uint8Array(length)

describe('the bodies opened lately', () => {
  it('gives the ones used last, and forgets the one used longest ago', () => {
    const bodies = createOpenedBodies(30)
    for (const slug of ['one', 'two', 'three']) bodies.keep(slug, body(10))
    expect(bodies.get('one')).toHaveLength(10)
    bodies.keep('four', body(10))
    expect(bodies.get('two')).toBeUndefined()
    for (const slug of ['one', 'three', 'four']) expect(bodies.get(slug)).toHaveLength(10)
  })

  it('does not empty itself for one that is larger than all of its room', () => {
    const bodies = createOpenedBodies(30)
    bodies.keep('one', body(10))
    bodies.keep('huge', body(31))
    expect(bodies.get('huge')).toBeUndefined()
    expect(bodies.get('one')).toHaveLength(10)
  })

  it('never holds more than its room, and always the last that fits', () => {
    const use = fc.record({ slug: fc.constantFrom(...'abcdef'), length: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
        const bodies = createOpenedBodies(30)
        for (const { slug, length } of uses) {
          bodies.keep(slug, body(length))
          expect(bodies.get(slug)?.length).toBe(length <= 30 ? length : undefined)
          const held = [...'abcdef'].map((each) => bodies.get(each)?.length ?? 0)
          expect(held.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(30)
        }
      }),
    )
  })
})
