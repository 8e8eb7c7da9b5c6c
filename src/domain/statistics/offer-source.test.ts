import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getLoginPath } from '../../contracts/pages/login-paths.ts'
import { addOfferSource, type OfferSource, parseOfferSource } from './offer-source.ts'

const header = parseOfferSource('?source=header') as OfferSource

it.each([
  ['?source=header', 'header'],
  ['?source=weekly-2026_11&x=1', 'weekly-2026_11'],
  ...['', '?', '?source=', '?source=<b>', '?source=Two%20words'].map((search) => [search, null]),
  [`?source=${'a'.repeat(41)}`, null],
])('the source of the offer %j is %j', (search, source) =>
  expect(parseOfferSource(search!)).toBe(source),
)

it('the source of an offer is always a short name', () => {
  fc.assert(
    fc.property(fc.string(), (said) => {
      expect(parseOfferSource(`?source=${said}`) ?? 'a').toMatch(/^[a-z0-9_-]{1,40}$/)
    }),
  )
})

it('the source of an offer is added to an address, and kept through logging in', () => {
  expect(addOfferSource('/subscribe-today', header)).toBe('/subscribe-today?source=header')
  const replaced = addOfferSource('/subscribe?plan=annual&source=menu', header)
  expect(replaced).toBe('/subscribe?plan=annual&source=header')
  const there = addOfferSource(getLoginPath('/subscribe'), header)
  const back = new URLSearchParams(there.split('?')[1]).get('return')
  expect(back).toBe('/subscribe?source=header')
})
