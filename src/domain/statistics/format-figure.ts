import { formatMoney } from '../money.ts'
import type { Unit } from './figures.ts'

const countFormat = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const shareFormat = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })
const changeFormat = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})
const pointsFormat = new Intl.NumberFormat('en-GB', {
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** “–” if there is nothing to compute it from. */
export function formatFigure(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'share') return shareFormat.format(value)
  if (unit === 'money') return formatMoney({ minorUnits: value, currency: 'USD' })
  return countFormat.format(value)
}

/** “+12%”, for shares “+1.5 points”; empty if nothing can be compared. */
export function formatChange(
  { value, before }: { readonly value: number | null; readonly before?: number | null | undefined },
  unit: Unit,
): string {
  if (value === null || before === null || before === undefined) return ''
  if (unit === 'share') return `${pointsFormat.format(100 * (value - before))} points`
  if (before === 0) return value === 0 ? '0%' : 'new'
  return changeFormat.format((value - before) / Math.abs(before))
}
