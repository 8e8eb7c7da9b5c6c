/** Lengths of gifts, without zod, because browsers load this file. */
import { currency, gifts } from '../../publication/offer.ts'
import type { PriceClass } from '../../publication/publication-data.ts'
import type { Money } from '../money.ts'

/** A length in months. */
export type GiftLength = (typeof gifts)[number]['months']

export const giftLengths: readonly GiftLength[] = gifts.map(({ months }) => months)

export function getGiftPrice(length: GiftLength, priceClass: PriceClass): Money {
  const gift = gifts.find(({ months }) => months === length)!
  return { minorUnits: gift[priceClass], currency }
}
