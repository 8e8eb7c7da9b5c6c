import { describe, expect, it } from 'vitest'
import { applyFrontPageChange, hideFromMostRead, renameInFrontPage } from './front-page-document.ts'

const front = { lead: 'a', order: ['b', 'c'], pins: ['d'], hiddenFromMostRead: ['h'] }
const applyChange = (given: Partial<Parameters<typeof applyFrontPageChange>[1]>) =>
  applyFrontPageChange(front, { pin: [], unpin: [], ...given })

describe('the front page', () => {
  it('changes only what is named', () => {
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
    expect(renameInFrontPage(front, 'h', 'z')).toEqual({ ...front, hiddenFromMostRead: ['z'] })
    expect(renameInFrontPage(front, 'y', 'z')).toBeNull()
  })

  it('hides a story from the most read once, and shows it again', () => {
    const hidden = hideFromMostRead(front, 'a', true)
    expect(hidden).toEqual({ ...front, hiddenFromMostRead: ['h', 'a'] })
    expect(hideFromMostRead(hidden, 'a', true)).toBe(hidden)
    expect(hideFromMostRead(hidden, 'a', false)).toEqual(front)
    expect(hideFromMostRead(front, 'a', false)).toBe(front)
  })
})
