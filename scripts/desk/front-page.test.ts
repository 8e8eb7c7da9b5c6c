import { describe, expect, it } from 'vitest'
import { changeFront, frontWith } from './front-page.ts'

const front = { lead: 'a', order: ['b', 'c'], pins: ['d'] }
const change = (given: Partial<Parameters<typeof changeFront>[1]>) =>
  changeFront(front, { pin: [], unpin: [], ...given })

describe('the front page', () => {
  it('changes only what is named', () => {
    expect(change({ lead: 'e' })).toEqual({ ...front, lead: 'e' })
    expect(change({ lead: 'none' })).toEqual({ ...front, lead: null })
    expect(change({ order: [] })).toEqual({ ...front, order: [] })
    expect(change({ pin: ['e', 'd'], unpin: ['d'] })).toEqual({ ...front, pins: ['e'] })
  })

  it('shows nobody twice among the first', () => {
    expect(change({ lead: 'c' })).toEqual({ ...front, lead: 'c', order: ['b'] })
    expect(change({ order: ['b', 'a', 'b'] })).toEqual({ ...front, order: ['b'] })
  })

  it('names a renamed article by its new name, wherever it stands', () => {
    expect(frontWith(front, 'a', 'z')).toEqual({ ...front, lead: 'z' })
    expect(frontWith(front, 'c', 'z')).toEqual({ ...front, order: ['b', 'z'] })
    expect(frontWith(front, 'd', 'z')).toEqual({ ...front, pins: ['z'] })
    expect(frontWith(front, 'y', 'z')).toBeNull()
  })
})
