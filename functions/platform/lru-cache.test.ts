import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLruCache } from './lru-cache.ts'

const body = (length: number) => new Uint8Array(length)
const createCache = () => createLruCache<string, Uint8Array>(30, ({ length }) => length)

describe('a cache', () => {
  it('evicts the least recently used entry', () => {
    const bodies = createCache()
    for (const slug of ['one', 'two', 'three']) bodies.set(slug, body(10))
    expect(bodies.get('one')).toHaveLength(10)
    bodies.set('four', body(10))
    expect(bodies.get('two')).toBeUndefined()
    for (const slug of ['one', 'three', 'four']) expect(bodies.get(slug)).toHaveLength(10)
  })

  it('isn’t emptied for an entry that is too large', () => {
    const bodies = createCache()
    bodies.set('one', body(10))
    bodies.set('huge', body(31))
    expect(bodies.get('huge')).toBeUndefined()
    expect(bodies.get('one')).toHaveLength(10)
  })

  it('never exceeds its size, and contains the last entry that fits', () => {
    const use = fc.record({ slug: fc.constantFrom(...'abcdef'), length: fc.nat(40) })
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
        const bodies = createCache()
        for (const { slug, length } of uses) {
          bodies.set(slug, body(length))
          expect(bodies.get(slug)?.length).toBe(length <= 30 ? length : undefined)
          const cachedBytes = [...'abcdef'].map((each) => bodies.get(each)?.length ?? 0)
          expect(cachedBytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(30)
        }
      }),
    )
  })
})
