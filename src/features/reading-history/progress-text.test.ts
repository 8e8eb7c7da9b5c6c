import { expect, it } from 'vitest'
import { describeProgress } from './progress-text.ts'

it.each([
  [0, 'Just started'],
  [0.33, 'About a third read'],
  [0.5, 'About half read'],
  [0.66, 'About two thirds read'],
  [0.89, 'Nearly finished'],
  [0.9, 'Finished'],
  [1, 'Finished'],
])('a depth of %s is described as “%s”', (depth, words) => {
  expect(describeProgress(depth)).toBe(words)
})
