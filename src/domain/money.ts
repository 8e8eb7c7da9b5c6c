import { currency } from '../publication/offer.ts'
import { createMoneyFormatter, createPricePattern } from './currency.ts'

/** Amounts are in the currency's minor unit (currency.ts), so that sums are exact. */
export type Money = { readonly minorUnits: number; readonly currency: typeof currency }

const formatMinorUnits = createMoneyFormatter(currency)
const pricePattern = createPricePattern(currency)

/** Returns “$99” or “$13.99”. */
export const formatMoney = ({ minorUnits }: Money): string => formatMinorUnits(minorUnits)

/** Splits a text at its prices, which aren't translated. Prices are the elements with an odd index. */
export const splitPrices = (text: string): readonly string[] => text.split(pricePattern)
