import { expect, it } from 'vitest'
import { formatLengths, formatMonths, formatMonthsTitle } from './number-words.ts'

it.each([
  [1, 'one month'],
  [12, 'twelve months'],
  [18, '18 months'],
])('words a length of %i', (months, text) => {
  expect(formatMonths(months)).toBe(text)
})

it('begins a sentence', () => {
  expect(formatMonthsTitle(3)).toBe('Three months')
})

it.each([
  [[12, 6, 3], 'three, six or twelve months'],
  [[1, 12], 'one or twelve months'],
  [[1], 'one month'],
])('lists the lengths %j', (lengths, text) => {
  expect(formatLengths(lengths)).toBe(text)
})
