import { describe, expect, it } from 'vitest'
import {
  applyFrontPageChange,
  changeCategoryPins,
  hideFromMostRead,
  renameInFrontPage,
} from './front-page-document.ts'

const until = new Date('2026-12-24T18:00:00Z')
const front = {
  lead: 'a',
  order: ['b', 'c'],
  pins: ['d'],
  categoryPins: [{ category: 'food', slug: 'e', until }],
  hiddenFromMostRead: ['h'],
  note: 'A sample',
}
const applyChange = (given: Partial<Parameters<typeof applyFrontPageChange>[1]>) =>
  applyFrontPageChange(front, { pin: [], unpin: [], ...given })

describe('the front page', () => {
  it('changes only in the named places', () => {
    expect(applyChange({ lead: 'e' })).toEqual({ ...front, lead: 'e' })
    expect(applyChange({ lead: 'none' })).toEqual({ ...front, lead: null })
    expect(applyChange({ order: [] })).toEqual({ ...front, order: [] })
    expect(applyChange({ pin: ['e', 'd'], unpin: ['d'] })).toEqual({ ...front, pins: ['e'] })
  })

  it('shows no article twice', () => {
    expect(applyChange({ lead: 'c' })).toEqual({ ...front, lead: 'c', order: ['b'] })
    expect(applyChange({ order: ['b', 'a', 'b'] })).toEqual({ ...front, order: ['b'] })
  })

  it('renames an article in every position', () => {
    expect(renameInFrontPage(front, 'a', 'z')).toEqual({ ...front, lead: 'z' })
    expect(renameInFrontPage(front, 'c', 'z')).toEqual({ ...front, order: ['b', 'z'] })
    expect(renameInFrontPage(front, 'd', 'z')).toEqual({ ...front, pins: ['z'] })
    expect(renameInFrontPage(front, 'e', 'z')).toMatchObject({ categoryPins: [{ slug: 'z' }] })
    expect(renameInFrontPage(front, 'h', 'z')).toEqual({ ...front, hiddenFromMostRead: ['z'] })
    expect(renameInFrontPage(front, 'y', 'z')).toBeNull()
  })

  it('pins stories in a category until their time, the latest first', () => {
    const now = new Date('2026-12-01')
    const change = { category: 'food', until: new Date('2026-12-31'), pin: ['f'], unpin: [] }
    const listPins = (given: Partial<typeof change>, at = now) =>
      changeCategoryPins(front, { ...change, ...given }, at).categoryPins.map(
        (pin) => `${pin.category} ${pin.slug} ${pin.until.getUTCDate()}`,
      )
    expect(listPins({})).toEqual(['food f 31', 'food e 24'])
    expect(listPins({ pin: ['e', 'e'] })).toEqual(['food e 31'])
    expect(listPins({ category: 'health', pin: ['e'] })).toEqual(['health e 31', 'food e 24'])
    expect(listPins({ pin: [], unpin: ['e'] as never })).toEqual([])
    expect(listPins({}, until)).toEqual(['food f 31'])
  })

  it('hides a story from the most-read lists once, and shows it again', () => {
    const hidden = hideFromMostRead(front, 'a', true)
    expect(hidden).toEqual({ ...front, hiddenFromMostRead: ['h', 'a'] })
    expect(hideFromMostRead(hidden, 'a', true)).toBe(hidden)
    expect(hideFromMostRead(hidden, 'a', false)).toEqual(front)
    expect(hideFromMostRead(front, 'a', false)).toBe(front)
  })
})
