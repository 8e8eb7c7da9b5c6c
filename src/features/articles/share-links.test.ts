import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inQuotationMarks, shareLink, shareServices } from './share-links.ts'

const address = 'https://verandah.example/the-fourth-day'

describe('where sharing leads', () => {
  it('a mail has the title as its subject and the address in it', () => {
    expect(shareLink('email', { title: 'Salt & sugar', address })).toBe(
      'mailto:?subject=Salt%20%26%20sugar&body=https%3A%2F%2Fverandah.example%2Fthe-fourth-day',
    )
  })

  it('words of an article stand in quotation marks, with the address that leads to them', () => {
    const link = shareLink('whatsapp', { title: 'Salt', address, quote: 'a  pinch\nmore' })
    expect(new URL(link).searchParams.get('text')).toBe(`“a pinch more” ${address}`)
  })

  it('arrives at every service as it was given, whatever is in it', () => {
    // No lone halves of a surrogate pair: titles are valid Unicode.
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (title, quote) => {
        const said = quote === undefined ? title : inQuotationMarks(quote)
        const shared = { title, address: `${address}#:~:text=a%2C,b`, quote }
        for (const service of shareServices) {
          const link = new URL(shareLink(service, shared))
          const values = [...link.searchParams.values()].join('\n')
          expect(values).toContain(shared.address)
          if (service !== 'facebook') expect(values).toContain(said)
        }
      }),
    )
  })
})

describe('a quotation', () => {
  it('ends with a whole word and an ellipsis where it is long', () => {
    const quote = inQuotationMarks('one two three '.repeat(40))
    expect(quote).toMatch(/^“one .*(one|two|three)…”$/)
    expect(quote.length).toBeLessThanOrEqual(283)
  })

  it('can always be part of an address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (words) => {
        encodeURIComponent(inQuotationMarks(words))
      }),
    )
  })
})
