import { describe, expect, it } from 'vitest'
import { neighbourOf } from './search-keys.ts'

const stops = ['field', 'one', 'two', 'three']

describe('arrow keys', () => {
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
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(neighbourOf(key, stops, from)).toBe(to)
  })
})
