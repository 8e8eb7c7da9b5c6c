import { describe, expect, it } from 'vitest'
import { bundleScript } from '../../scripts/build/bundle-script.ts'
import { getPriceClass } from '../domain/subscription/offer.ts'

const readerHintScript = await bundleScript('src/layouts/reader-hint-script.ts', {
  target: 'es2022',
})

function writtenFor(cookie: string, localStorage: object = {}): Record<string, string> {
  const dataset: Record<string, string> = {}
  const page = { cookie, documentElement: { dataset } }
  const location = { search: '', pathname: '/a-story' }
  const names = ['document', 'localStorage', 'location']
  new Function(...names, readerHintScript)(page, localStorage, location)
  return dataset
}

describe('the script before the first paint', () => {
  it('shows a guest without a country by default', () => {
    expect(writtenFor('')).toEqual({ reader: 'guest' })
  })

  it('writes the reader’s status', () => {
    expect(writtenFor('x=1; reader=isEnding.open')).toEqual({ reader: 'isEnding', open: '' })
    expect(writtenFor('reader=notSubscribed; x=1')).toEqual({ reader: 'notSubscribed' })
  })

  it.each(['US', 'IN', 'GB'])('shows the prices of %s', (country) => {
    expect(writtenFor(`a=b; country=${country}`)).toEqual({
      reader: 'guest',
      country,
      prices: getPriceClass(country),
    })
  })

  it.each(['country=', 'country=usa', 'country=U"', 'mycountry=US', 'country=USA'])(
    'finds no country in %s',
    (cookie) => {
      expect(writtenFor(cookie)).toEqual({ reader: 'guest' })
    },
  )

  it('applies the theme and the text size of the device', () => {
    expect(writtenFor('', { display: 'dark larger' })).toEqual({
      reader: 'guest',
      theme: 'dark',
      textSize: 'larger',
    })
  })

  it('recognises a browser in which a reader signed up for The Weekly', () => {
    expect(writtenFor('', { weekly: '1' })).toEqual({ reader: 'guest', weekly: '' })
  })

  const inAMinute = Date.now() + 60_000
  it('opens a story that this device has unlocked', () => {
    const unlocked = JSON.stringify({ 'a-story': inAMinute })
    expect(writtenFor('', { unlocked })).toEqual({ reader: 'guest', pass: '', open: '' })
    // Subscribers need no pass.
    const hint = 'reader=isSubscribed.open'
    expect(writtenFor(hint, { unlocked })).toEqual({ reader: 'isSubscribed', open: '' })
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"another":9e15}',
    `{"a-story":${Date.now() - 1}}`,
    '{"a-story":"x"}',
  ])('opens no story for %j', (unlocked) => {
    expect(writtenFor('', { unlocked })).toEqual({ reader: 'guest' })
  })

  it.each(['', ' dark large', 'sepia huge', '<b>'])('ignores %j', (display) => {
    expect(writtenFor('', { display })).toEqual({ reader: 'guest' })
  })

  it.each(['dark', 'dark huge'])('applies the known part of %j', (display) => {
    expect(writtenFor('', { display })).toEqual({ reader: 'guest', theme: 'dark' })
  })

  it('writes the reader’s status even if storage is blocked', () => {
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
