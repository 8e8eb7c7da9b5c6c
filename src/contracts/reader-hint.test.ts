import vm from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subscriptionStatuses } from '../domain/subscription-status.ts'
import { readerHintScript } from '../layouts/reader-hint-script.ts'
import { formatReaderHint, parseReaderHint, readerHintCookie } from './reader-hint.ts'

/** Runs the inline script over a page that has just these cookies. */
function paint(cookie: string, body?: string) {
  const dataset: Record<string, string> = body === undefined ? {} : { body }
  const head: Record<string, string>[] = []
  const document = {
    cookie,
    documentElement: { dataset },
    createElement: () => ({}),
    head: { append: (link: Record<string, string>) => head.push(link) },
  }
  vm.runInNewContext(readerHintScript, { document })
  return { dataset, head }
}

const hint = fc.record({
  status: fc.constantFrom(...subscriptionStatuses),
  open: fc.boolean(),
  mend: fc.boolean(),
})

describe('the reader hint', () => {
  it('survives the cookie, and says the same to the inline script', () => {
    fc.assert(
      fc.property(hint, (given) => {
        const text = formatReaderHint(given)
        expect(parseReaderHint(text)).toEqual(given)
        const { dataset } = paint(`a=b; ${readerHintCookie}=${text}; c=d`)
        expect(dataset.reader).toBe(given.status)
        expect('open' in dataset).toBe(given.open)
        expect('mend' in dataset).toBe(given.mend)
      }),
    )
  })

  it.each([
    undefined,
    '',
    'king',
    'isSubscribed.shut',
    'isSubscribed.open.open',
    'needsToRestart.mend.open',
    '<script>',
  ])('takes %j for a guest', (text) => expect(parseReaderHint(text)).toBeNull())

  it('shows a guest where there is no cookie, or one of another name', () => {
    expect(paint('').dataset.reader).toBe('guest')
    expect(paint('xreader=isSubscribed.open').dataset).toEqual({ reader: 'guest' })
    expect(paint('reader=; a=b').dataset).toEqual({ reader: 'guest' })
  })

  it('asks for the closed part at once, and only where it will be open', () => {
    const path = '/api/articles/a/body'
    expect(paint('reader=isSubscribed.open', path).head).toEqual([
      { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: path },
    ])
    expect(paint('reader=notSubscribed', path).head).toEqual([])
    expect(paint('reader=isSubscribed.open').head).toEqual([])
  })
})
