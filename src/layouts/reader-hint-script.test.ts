import { describe, expect, it } from 'vitest'
import { parseReadingPreference } from '../browser/reading-preference.ts'
import { priceClassOf } from '../domain/offer.ts'
import { readerHintScript } from './reader-hint-script.ts'

/** What the script writes onto a document with these cookies, in a browser that keeps this. */
function writtenFor(cookie: string, localStorage: object = {}): Record<string, string> {
  const dataset: Record<string, string> = {}
  const page = { cookie, documentElement: { dataset } }
  new Function('document', 'localStorage', readerHintScript)(page, localStorage)
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

  it('shows the paper and the size of text that were chosen for the device', () => {
    expect(writtenFor('', { reading: 'dark larger' })).toEqual({
      reader: 'guest',
      scheme: 'dark',
      text: 'larger',
    })
  })

  it.each(['dark', 'dark huge', ' dark large', 'dark large '])('has no use for %j', (reading) => {
    expect(writtenFor('', { reading })).toEqual({ reader: 'guest' })
  })

  it('is the same where the browser keeps nothing', () => {
    const closed = new Proxy(
      {},
      {
        get() {
          throw new Error('denied')
        },
      },
    )
    expect(writtenFor('reader=isSubscribed', closed)).toEqual({ reader: 'isSubscribed' })
  })
})

describe('what is kept of a choice', () => {
  it('is read back, and anything else is the usual', () => {
    expect(parseReadingPreference('dark larger')).toEqual({ scheme: 'dark', text: 'larger' })
    for (const odd of [null, '', 'sepia huge', '<b>']) {
      expect(parseReadingPreference(odd)).toEqual({ scheme: 'auto', text: 'normal' })
    }
  })
})
