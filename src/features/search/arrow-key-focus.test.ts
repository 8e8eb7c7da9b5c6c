import { describe, expect, it } from 'vitest'
import { findArrowKeyTarget } from './arrow-key-focus.ts'

const targets = ['field', 'one', 'two', 'three']

describe('the arrow keys', () => {
  it.each([
    ['ArrowDown', 'field', 'one'],
    ['ArrowDown', 'three', null],
    ['ArrowUp', 'one', 'field'],
    ['ArrowUp', 'field', null],
    ['End', 'one', 'three'],
    ['Home', 'three', 'one'],
    ['Home', 'field', null],
    ['End', 'field', null],
    ['x', 'one', null],
    ['ArrowDown', 'elsewhere', null],
  ])('move the focus with %s from %s to %s', (key, from, to) => {
    expect(findArrowKeyTarget(key, targets, from)).toBe(to)
  })
})
