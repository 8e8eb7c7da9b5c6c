import { describe, expect, it } from 'vitest'
import { addressOf, holdsAll, laterOf } from './site.ts'

describe('times of the database', () => {
  it('are told apart to the microsecond', () => {
    const [one, other] = ['2026-11-21T09:30:00.123456Z', '2026-11-21T09:30:00.123457Z']
    expect(laterOf(one, other)).toBe(other)
    expect(laterOf(other, one)).toBe(other)
    expect(laterOf(null, one)).toBe(one)
    expect(laterOf('2026-11-21T09:30:01Z', other)).toBe('2026-11-21T09:30:01Z')
    expect(laterOf(null, null)).toBeNull()
  })

  it('are in a site that was read after them, and not in one of their own millisecond', () => {
    const at = '2026-11-21T09:30:00.123456Z'
    expect(holdsAll(new Date('2026-11-21T09:30:00.123Z'), at)).toBe(false)
    expect(holdsAll(new Date('2026-11-21T09:30:00.124Z'), at)).toBe(true)
  })
})

describe('an address', () => {
  it('follows from the collection', () => {
    const places = (['articles', 'pages', 'authors', 'events'] as const).map((collection) =>
      addressOf({ collection, slug: 'a' }),
    )
    expect(places).toEqual(['/a', '/a', '/author/a', '/events/a'])
  })
})
