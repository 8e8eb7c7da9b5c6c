import { describe, expect, it } from 'vitest'
import { bundleScript } from '../../scripts/build/bundle-script.ts'
import { addRole, formatReaderHint } from '../contracts/cookies/reader-hint-cookie.ts'
import { getPriceClass } from '../domain/subscription/offer.ts'
import { subscriptionStatuses } from '../domain/subscription/subscription-status.ts'

const readerHintScript = await bundleScript('src/layouts/reader-hint-script.ts', {
  target: 'es2022',
})

type Visit = {
  readonly search?: string
  readonly storage?: object
  readonly body?: string
  readonly bodyStyles?: string
}

/** Returns what the script writes on <html>, and the links that it adds to the head. */
function runScript(cookie: string, { search = '', storage = {}, ...build }: Visit = {}) {
  const dataset: Record<string, string> = { ...build }
  const links: object[] = []
  const page = {
    cookie,
    documentElement: { dataset },
    createElement: () => ({}),
    head: { append: (link: object) => links.push(link) },
  }
  const location = { search, pathname: '/a-story' }
  const names = ['document', 'localStorage', 'location']
  new Function(...names, readerHintScript)(page, storage, location)
  return { dataset, links }
}

const guest = { reader: 'guest' }
const given = { ...guest, pass: '', given: '', open: '' }
const subscriber = { reader: 'isSubscribed', open: '' }

describe('the script before the first paint', () => {
  it.each<[string, object]>([
    ['', guest],
    ['xreader=isSubscribed.open', guest],
    ['reader=; a=b', guest],
    ['x=1; reader=isEnding.open', { reader: 'isEnding', open: '' }],
    ['reader=notSubscribed; x=1', { reader: 'notSubscribed' }],
    ['reader=needsToRestart.paymentFailed', { reader: 'needsToRestart', paymentFailed: '' }],
    ['given-by=Nilmini', given],
    ['a=b; given-by=; c=d', given],
    ['reader=needsToRestart; given-by=Nilmini', { ...given, reader: 'needsToRestart' }],
    ['reader=isSubscribed.open; given-by=Nilmini', subscriber],
    ['xgiven-by=Nilmini', guest],
    ...['US', 'IN', 'GB'].map((country): [string, object] => [
      `a=b; country=${country}`,
      { ...guest, country, prices: getPriceClass(country) },
    ]),
    ...['country=', 'country=usa', 'country=U"', 'mycountry=US', 'country=USA'].map(
      (cookie): [string, object] => [cookie, guest],
    ),
  ])('describes the reader of a page with the cookie %j', (cookie, expected) => {
    expect(runScript(cookie).dataset).toEqual(expected)
  })

  it.each(subscriptionStatuses)('reads the status “%s” as the server writes it', (status) => {
    const hint = addRole(formatReaderHint({ status, open: true, paymentFailed: false }), 'editor')
    expect(runScript(`a=b; reader=${hint}; c=d`).dataset).toEqual({ reader: status, open: '' })
  })

  it('preloads the closed part and its styles only if it will be open', () => {
    const body = '/api/articles/a/body'
    const bodyStyles = '/_astro/later.css'
    const preloadBody = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: body }
    expect(runScript('reader=isSubscribed.open', { body, bodyStyles }).links).toEqual([
      { rel: 'preload', as: 'style', href: bodyStyles },
      preloadBody,
    ])
    expect(runScript('reader=isSubscribed.open', { body }).links).toEqual([preloadBody])
    expect(runScript('reader=notSubscribed', { body }).links).toEqual([])
    expect(runScript('reader=isSubscribed.open').links).toEqual([])
    expect(runScript('given-by=', { body }).links).toHaveLength(1)
  })

  it.each<[string, string, boolean]>([
    ['', '?gift-link=ended', true],
    ['', '?gift-link=endless', false],
    ['given-by=Nilmini', '?gift-link=ended', false],
    ['reader=isSubscribed.open', '?gift-link=ended', false],
  ])('with the cookie %j, says at %s that a gift link has ended: %s', (cookie, search, isEnded) => {
    expect('giftEnded' in runScript(cookie, { search }).dataset).toBe(isEnded)
  })

  const inAMinute = Date.now() + 60_000
  it('opens a story that this device has unlocked', () => {
    const storage = { unlocked: JSON.stringify({ 'a-story': inAMinute }) }
    expect(runScript('', { storage }).dataset).toEqual({ ...guest, pass: '', open: '' })
    // Subscribers need no pass.
    expect(runScript('reader=isSubscribed.open', { storage }).dataset).toEqual(subscriber)
  })

  it.each<[object, object]>([
    [{ display: 'dark larger' }, { theme: 'dark', textSize: 'larger' }],
    [{ display: 'dark' }, { theme: 'dark' }],
    [{ display: 'dark huge' }, { theme: 'dark' }],
    ...['', ' dark large', 'sepia huge', '<b>'].map((display): [object, object] => [
      { display },
      {},
    ]),
    [{ weekly: '1' }, { weekly: '' }],
    ...['', '{', 'null', '[]', '{"another":9e15}', '{"a-story":1}', '{"a-story":"x"}'].map(
      (unlocked): [object, object] => [{ unlocked }, {}],
    ),
  ])('reads what the device stores: %j', (storage, expected) => {
    expect(runScript('', { storage }).dataset).toEqual({ ...guest, ...expected })
  })

  it('writes the reader’s status even if storage is blocked', () => {
    const storage = new Proxy(
      {},
      {
        get() {
          throw new Error('denied')
        },
      },
    )
    expect(runScript('reader=isSubscribed', { storage }).dataset).toEqual({
      reader: 'isSubscribed',
    })
  })
})
