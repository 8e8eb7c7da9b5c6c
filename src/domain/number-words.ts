/** Lengths of time in words. Free of zod, because browsers load this file. */
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

/** “twelve”, then “13”. */
export const inWords = (count: number) => numbers[count] ?? String(count)

const nameMonths = (months: number) => (months === 1 ? 'month' : 'months')

/** “three months” */
export const formatMonths = (months: number) => `${inWords(months)} ${nameMonths(months)}`

/** “3 months”, in tables. */
export const formatMonthCount = (months: number) => `${months} ${nameMonths(months)}`

/** “Three months”, at the beginning of a sentence. */
export function formatMonthsTitle(months: number): string {
  const text = formatMonths(months)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** “three, six or twelve months”, shortest first. */
export function formatLengths(months: readonly number[]): string {
  const ascending = [...months].sort((one, other) => one - other)
  const shorter = ascending.slice(0, -1).map(inWords)
  return formatAlternatives([...shorter, formatMonths(ascending.at(-1) ?? 0)])
}
