import { currency } from '../publication/offer.ts'

/** Amounts are in the currency's minor unit (cents), so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: typeof currency }

// Created once: creating a formatter costs a hundred times as much as using it.
const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  trailingZeroDisplay: 'stripIfInteger',
})

/** “$99” or “$13.99”. */
export function formatMoney({ minorUnits }: Money): string {
  return format.format(minorUnits / 100)
}

/** Splits a text at its prices, which have the odd positions. They aren't translated. */
export const splitPrices = (text: string): readonly string[] => text.split(/(\p{Sc}[\d.,]*\d)/u)
