import { describe, expect, it } from 'vitest'
import {
  focalPointPattern,
  formatFocalPoint,
  getCropFocus,
  getObjectPosition,
} from './focal-point.ts'
import { getSocialCardPath } from './image-path.ts'

describe('a focal point', () => {
  it.each(['0 0', '100 100', '33 7'])('can be “%s”', (focus) =>
    expect(focus).toMatch(focalPointPattern),
  )
  it.each(['', '101 0', '1', '1 2 3', '-1 0', '1;2', '1.5 0'])('can’t be “%s”', (focus) =>
    expect(focus).not.toMatch(focalPointPattern),
  )

  it('is rounded, and stays within the picture', () =>
    expect(formatFocalPoint(33.4, 140)).toBe('33 100'))

  it('is written as a position that browsers understand', () => {
    expect(getObjectPosition('33 7')).toBe('33% 7%')
    expect(getObjectPosition(undefined)).toBeUndefined()
  })

  it('moves a crop along the side that is shortened', () => {
    const focus = '12 77'
    expect(getCropFocus({ width: 3000, height: 1000, focus }, 2)).toBe(10)
    expect(getCropFocus({ width: 1000, height: 3000, focus }, 2)).toBe(80)
    expect(getCropFocus({ width: 1000, height: 3000 }, 2)).toBe(50)
  })

  it('has a card of its own, except at the centre', () => {
    const image = { id: 'a-0123456789abcdef', width: 1000, height: 3000 }
    expect(getSocialCardPath({ ...image, focus: '50 50' })).toMatch(/\/1200x630$/)
    expect(getSocialCardPath({ ...image, focus: '50 0' })).toMatch(/\/1200x630-0$/)
  })
})
