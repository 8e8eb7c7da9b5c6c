import { expect, it } from 'vitest'
import {
  formatDuration,
  formatLengths,
  formatMonths,
  formatMonthsTitle,
  inOrdinals,
} from './number-words.ts'

it.each([
  [1, 'one month'],
  [12, 'twelve months'],
  [18, '18 months'],
])('a length of %i is written in words', (months, text) => {
  expect(formatMonths(months)).toBe(text)
})

it.each([
  [1, 'a month'],
  [2, 'two months'],
  [12, 'a year'],
  [18, '18 months'],
  [24, 'two years'],
])('a duration of %i is written in words', (months, text) => {
  expect(formatDuration(months)).toBe(text)
})

it.each([
  [1, 'first'],
  [12, 'twelfth'],
  [13, 'number 13'],
])('the ordinal of %i is written in words', (place, text) => {
  expect(inOrdinals(place)).toBe(text)
})

it('a number that begins a sentence is capitalised', () => {
  expect(formatMonthsTitle(3)).toBe('Three months')
})

it.each([
  [[12, 6, 3], 'three, six or twelve months'],
  [[1, 12], 'one or twelve months'],
  [[1], 'one month'],
])('the lengths %j are listed in words', (lengths, text) => {
  expect(formatLengths(lengths)).toBe(text)
})
