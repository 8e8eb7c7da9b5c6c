import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getLoginPath } from '../../contracts/pages/login-paths.ts'
import { addOfferSource, type OfferSource, parseOfferSource } from './offer-source.ts'

describe('the source of an offer', () => {
  it('is read from the address', () => {
    expect(parseOfferSource('?source=header')).toBe('header')
    expect(parseOfferSource('?source=weekly-2026_11&x=1')).toBe('weekly-2026_11')
  })

  it.each(['', '?', '?source=', '?source=<b>', '?source=Two%20words', `?source=${'a'.repeat(41)}`])(
    'is unknown with %j',
    (search) => {
      expect(parseOfferSource(search)).toBeNull()
    },
  )

  it('is always a short name', () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        expect(parseOfferSource(`?source=${said}`) ?? 'a').toMatch(/^[a-z0-9_-]{1,40}$/)
      }),
    )
  })
})

describe('passing it on', () => {
  const header = parseOfferSource('?source=header') as OfferSource

  it('adds it to the address’s other parameters', () => {
    expect(addOfferSource('/subscribe-today', header)).toBe('/subscribe-today?source=header')
    expect(addOfferSource('/subscribe?plan=annual&source=menu', header)).toBe(
      '/subscribe?plan=annual&source=header',
    )
  })

  it('keeps it through logging in', () => {
    const there = addOfferSource(getLoginPath('/subscribe'), header)
    const back = new URLSearchParams(there.split('?')[1]).get('return')
    expect(back).toBe('/subscribe?source=header')
  })
})
