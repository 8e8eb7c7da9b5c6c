import { expect, it } from 'vitest'
import { offers } from '../subscription/offer.ts'
import { getPlanPrice } from '../subscription/plan.ts'
import { getGiftPrice, giftLengths } from './gift-length.ts'

it('costs what the specification says', () => {
  const price = (priceClass: 'domestic' | 'international') =>
    giftLengths.map((length) => getGiftPrice(length, priceClass).minorUnits)
  expect(price('domestic')).toEqual([9900, 5999, 3499])
  expect(price('international')).toEqual([7999, 4799, 2799])
})

it.each(['domestic', 'international'] as const)(
  'costs the annual price for a year (%s)',
  (priceClass) => {
    expect(getGiftPrice(12, priceClass)).toEqual(getPlanPrice(offers.annual[priceClass]))
  },
)
