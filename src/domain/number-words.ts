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

/** “three months” */
export const formatMonths = (months: number) =>
  `${numbers[months] ?? months} ${months === 1 ? 'month' : 'months'}`

/** “three, six or twelve months”, shortest first. */
export function formatLengths(months: readonly number[]): string {
  const ascending = [...months].sort((one, other) => one - other)
  const shorter = ascending.slice(0, -1).map((count) => numbers[count] ?? String(count))
  return formatAlternatives([...shorter, formatMonths(ascending.at(-1) ?? 0)])
}
