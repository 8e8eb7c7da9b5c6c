import { expect, it } from 'vitest'
import { offers } from '../../publication/offer.ts'
import { getPlanPrice } from '../subscription/plan.ts'
import { getGiftPrice, giftLengths } from './gift-length.ts'

it.each([
  ['domestic', [9900, 5999, 3499]],
  ['international', [7999, 4799, 2799]],
] as const)('costs, at the %s price: %o', (priceClass, prices) => {
  expect(giftLengths.map((length) => getGiftPrice(length, priceClass).minorUnits)).toEqual(prices)
  expect(getGiftPrice(12, priceClass)).toEqual(getPlanPrice(offers.annual[priceClass]))
})
