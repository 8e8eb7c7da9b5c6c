import { currency } from '../../publication/offer.ts'
import { getDecimals } from '../currency.ts'
import type { Unit } from './statistic-definitions.ts'

const countFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const shareFormat = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
/** Whole units, because hundredths would be meaningless. */
const wholeUnit = 10 ** getDecimals(currency)
const moneyFormat = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  maximumFractionDigits: 0,
})
const changeFormat = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const pointsFormat = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Returns “–” if the statistic can't be computed. */
export function formatStatistic(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'share') return shareFormat.format(value)
  if (unit === 'money') return moneyFormat.format(value / wholeUnit)
  return countFormat.format(value)
}

/** Replaces hyphens with minus signs, because a hyphen is shorter than a plus. */
const setMinus = (text: string) => text.replace('-', '\u2212')

/** Returns “+12%”, or “+1.5 points” for shares; empty if there is nothing to compare with. */
export function formatChange(
  { value, before }: { readonly value: number | null; readonly before?: number | null | undefined },
  unit: Unit,
): string {
  if (value === null || before === null || before === undefined) return ''
  if (value === 0 && before === 0) return ''
  if (unit === 'share') return setMinus(`${pointsFormat.format(100 * (value - before))} points`)
  if (before === 0) return 'new'
  return setMinus(changeFormat.format((value - before) / Math.abs(before)))
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
const monthFormat = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Returns “5 November” for 2026-11-05, “November 2026” for 2026-11, and anything else unchanged. */
export function formatLabel(label: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(label)) return dayFormat.format(new Date(label))
  return /^\d{4}-\d\d$/.test(label) ? monthFormat.format(new Date(`${label}-01`)) : label
}
