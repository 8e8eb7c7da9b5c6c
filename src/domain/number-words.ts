/** Formats lengths of time in words, without zod, because browsers load this file. */
import { capitalise } from './capitalise.ts'
import { formatAlternatives } from './list-text.ts'

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Returns “twelve”, but “13”. */
export const inWords = (count: number) => numbers[count] ?? String(count)

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]

/** Returns “third”, but “number 13”; `place` is counted from 1. */
export const inOrdinals = (place: number) => ordinals[place - 1] ?? `number ${place}`

export const nameMonths = (months: number) => (months === 1 ? 'month' : 'months')

/** Returns “three months”. */
export const formatMonths = (months: number) => `${inWords(months)} ${nameMonths(months)}`

/** Returns “a month”, “three months”, “a year” or “two years”. */
export function formatDuration(months: number): string {
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return count === 1 ? `a ${unit}` : `${inWords(count)} ${unit}s`
}

/** Returns “3 months”, for tables. */
export const formatMonthCount = (months: number) => `${months} ${nameMonths(months)}`

/** Returns “Three months”, for the beginning of a sentence. */
export const formatMonthsTitle = (months: number) => capitalise(formatMonths(months))

/** Returns “three, six or twelve months”, shortest first. */
export function formatLengths(months: readonly number[]): string {
  const ascending = [...months].sort((one, other) => one - other)
  const shorter = ascending.slice(0, -1).map(inWords)
  return formatAlternatives([...shorter, formatMonths(ascending.at(-1) ?? 0)])
}
