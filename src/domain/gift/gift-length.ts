/** Free of zod, because browsers load this file. */
import type { Money } from '../money.ts'
import type { PriceClass } from '../subscription/offer.ts'

/** Months, in the order in which the form offers them. */
export const giftLengths = [12, 6, 3] as const
export type GiftLength = (typeof giftLengths)[number]

/** US cents, paid once. Twelve months cost what a year's subscription costs (a test compares them). */
const giftPrices: Readonly<Record<GiftLength, Readonly<Record<PriceClass, number>>>> = {
  12: { domestic: 9900, international: 7999 },
  6: { domestic: 5999, international: 4799 },
  3: { domestic: 3499, international: 2799 },
}

export function getGiftPrice(length: GiftLength, priceClass: PriceClass): Money {
  return { minorUnits: giftPrices[length][priceClass], currency: 'USD' }
}
