import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleScript } from '../../../scripts/build/bundle-script.ts'
import { staffRoles } from '../../domain/staff/staff.ts'
import { subscriptionStatuses } from '../../domain/subscription/subscription-status.ts'
import {
  addRole,
  formatReaderHint,
  parseReaderHint,
  readerHintCookie,
  readHintedRole,
} from './reader-hint-cookie.ts'

const readerHintScript = await bundleScript('src/layouts/reader-hint-script.ts', {
  target: 'es2022',
})

function runHintScript(cookie: string, body?: string, search = '') {
  const dataset: Record<string, string> = body === undefined ? {} : { body }
  const head: Record<string, string>[] = []
  const document = {
    cookie,
    documentElement: { dataset },
    createElement: () => ({}),
    head: { append: (link: Record<string, string>) => head.push(link) },
  }
  vm.runInNewContext(readerHintScript, { document, location: { search } })
  return { dataset, head }
}

const hint = fc.record({
  status: fc.constantFrom(...subscriptionStatuses),
  open: fc.boolean(),
  paymentFailed: fc.boolean(),
})

describe('the reader hint', () => {
  it('is the same for the server and the inline script', () => {
    fc.assert(
      fc.property(hint, fc.constantFrom(null, ...staffRoles), (cookieValue, role) => {
        const text = addRole(formatReaderHint(cookieValue), role)
        expect(parseReaderHint(text)).toEqual(cookieValue)
        expect(readHintedRole(text)).toBe(role)
        const { dataset } = runHintScript(`a=b; ${readerHintCookie}=${text}; c=d`)
        expect(dataset.reader).toBe(cookieValue.status)
        expect('open' in dataset).toBe(cookieValue.open)
        expect('paymentFailed' in dataset).toBe(cookieValue.paymentFailed)
      }),
    )
  })

  it.each([
    undefined,
    '',
    'king',
    'isSubscribed.shut',
    'isSubscribed.open.open',
    'needsToRestart.paymentFailed.open',
    '<script>',
    '~editor',
  ])('treats %j as a guest', (text) => expect(parseReaderHint(text)).toBeNull())

  it.each([undefined, '', 'isSubscribed', 'isSubscribed~king'])('has no role if it is %j', (text) =>
    expect(readHintedRole(text)).toBeNull(),
  )

  it('shows a guest without the cookie', () => {
    expect(runHintScript('').dataset.reader).toBe('guest')
    expect(runHintScript('xreader=isSubscribed.open').dataset).toEqual({ reader: 'guest' })
    expect(runHintScript('reader=; a=b').dataset).toEqual({ reader: 'guest' })
  })

  it('preloads the closed part only if it will be open', () => {
    const path = '/api/articles/a/body'
    expect(runHintScript('reader=isSubscribed.open', path).head).toEqual([
      { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: path },
    ])
    expect(runHintScript('reader=notSubscribed', path).head).toEqual([])
    expect(runHintScript('reader=isSubscribed.open').head).toEqual([])
    expect(runHintScript('given-by=', path).head).toHaveLength(1)
  })

  it('opens a given article without an account, but not an article that is open anyway', () => {
    const given = { reader: 'guest', pass: '', given: '', open: '' }
    expect(runHintScript('given-by=Nilmini').dataset).toEqual(given)
    expect(runHintScript('a=b; given-by=; c=d').dataset).toEqual(given)
    expect(runHintScript('reader=needsToRestart; given-by=Nilmini').dataset).toEqual({
      ...given,
      reader: 'needsToRestart',
    })
    const entitled = { reader: 'isSubscribed', open: '' }
    expect(runHintScript('reader=isSubscribed.open; given-by=Nilmini').dataset).toEqual(entitled)
    expect(runHintScript('xgiven-by=Nilmini').dataset).toEqual({ reader: 'guest' })
  })

  it('says that a gift link has ended only if nothing else opens the article', () => {
    const readEnded = (cookie: string, search: string) =>
      'giftEnded' in runHintScript(cookie, undefined, search).dataset
    expect(readEnded('', '?gift-link=ended')).toBe(true)
    expect(readEnded('', '?gift-link=endless')).toBe(false)
    expect(readEnded('given-by=Nilmini', '?gift-link=ended')).toBe(false)
    expect(readEnded('reader=isSubscribed.open', '?gift-link=ended')).toBe(false)
  })
})
