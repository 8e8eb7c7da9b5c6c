import { describe, expect, it } from 'vitest'
import { priceClassOf } from '../domain/offer.ts'
import { readerHintScript } from './reader-hint-script.ts'

/** What the script writes onto a document with these cookies. */
function writtenFor(cookie: string): Record<string, string> {
  const dataset: Record<string, string> = {}
  new Function('document', readerHintScript)({ cookie, documentElement: { dataset } })
  return dataset
}

describe('the script before the first paint', () => {
  it('takes a reader without cookies for a guest from nowhere', () => {
    expect(writtenFor('')).toEqual({ reader: 'guest' })
  })

  it('writes down who is reading', () => {
    expect(writtenFor('x=1; reader=isEnding.open')).toEqual({ reader: 'isEnding', open: '' })
    expect(writtenFor('reader=notSubscribed; x=1')).toEqual({ reader: 'notSubscribed' })
  })

  it.each(['US', 'IN', 'GB'])('shows in %s the prices of that country', (country) => {
    expect(writtenFor(`a=b; country=${country}`)).toEqual({
      reader: 'guest',
      country,
      prices: priceClassOf(country),
    })
  })

  it.each(['country=', 'country=usa', 'country=U"', 'mycountry=US', 'country=USA'])(
    'knows no country from %s',
    (cookie) => {
      expect(writtenFor(cookie)).toEqual({ reader: 'guest' })
    },
  )
})
