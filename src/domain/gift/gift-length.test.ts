import { expect, it } from 'vitest'
import { type GiftLength, getGiftPrice, giftLengths } from './gift-length.ts'

it.each(['domestic', 'international'] as const)(
  'a longer gift costs more in total, and less per month (%s price)',
  (priceClass) => {
    const getPrice = (length: GiftLength) => getGiftPrice(length, priceClass).minorUnits
    const shortestFirst = giftLengths.toSorted((one, other) => one - other)
    const perMonth = shortestFirst.map((length) => getPrice(length) / length)
    expect(shortestFirst.map(getPrice)).toEqual(
      shortestFirst.map(getPrice).toSorted((one, other) => one - other),
    )
    expect(perMonth).toEqual(perMonth.toSorted((one, other) => other - one))
  },
)
