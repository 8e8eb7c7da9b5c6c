import { expect, it } from 'vitest'
import { partRead } from './part-read.ts'

it.each([
  [0, 'Just begun'],
  [0.33, 'About a third read'],
  [0.5, 'About half read'],
  [0.66, 'About two thirds read'],
  [0.89, 'Nearly finished'],
  [0.9, 'Read to the end'],
  [1, 'Read to the end'],
])('%s: %s', (depth, words) => {
  expect(partRead(depth)).toBe(words)
})
