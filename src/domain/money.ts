import { currency } from '../publication/offer.ts'

/** Amounts are in the currency's minor unit (cents), so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: typeof currency }

// Created once, because creating a formatter takes a hundred times as long as using it.
const format = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  trailingZeroDisplay: 'stripIfInteger',
})

/** Returns “$99” or “$13.99”. */
export function formatMoney({ minorUnits }: Money): string {
  return format.format(minorUnits / 100)
}

/** Splits a text at its prices, which aren't translated. They are the elements with an odd index. */
export const splitPrices = (text: string): readonly string[] => text.split(/(\p{Sc}[\d.,]*\d)/u)
