import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loginAddress } from '../contracts/login-address.ts'
import { type OfferSource, offerSource, withSource } from './offer-source.ts'

describe('where a reader came from to an offer', () => {
  it('is what the address says', () => {
    expect(offerSource('?source=header')).toBe('header')
    expect(offerSource('?source=weekly-2026_11&x=1')).toBe('weekly-2026_11')
  })

  it.each(['', '?', '?source=', '?source=<b>', '?source=Two%20words', `?source=${'a'.repeat(41)}`])(
    'is unknown with %j',
    (search) => {
      expect(offerSource(search)).toBeNull()
    },
  )

  it('never fails and never says more than a short name', () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        expect(offerSource(`?source=${said}`) ?? 'a').toMatch(/^[a-z0-9_-]{1,40}$/)
      }),
    )
  })
})

describe('handing it on', () => {
  const header = offerSource('?source=header') as OfferSource

  it('writes it into the address, beside what is there', () => {
    expect(withSource('/subscribe-today', header)).toBe('/subscribe-today?source=header')
    expect(withSource('/subscribe?plan=annual&source=menu', header)).toBe(
      '/subscribe?plan=annual&source=header',
    )
  })

  it('brings it back from logging in', () => {
    const there = withSource(loginAddress('/subscribe'), header)
    const back = new URLSearchParams(there.split('?')[1]).get('return')
    expect(back).toBe('/subscribe?source=header')
  })
})
