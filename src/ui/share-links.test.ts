import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildShareLink, formatQuote, shareServices } from './share-links.ts'

const address = 'https://verandah.example/the-fourth-day'

describe('buildShareLink', () => {
  it('writes an email with the title as its subject and the address in its body', () => {
    expect(buildShareLink('email', { title: 'Salt & sugar', address })).toBe(
      'mailto:?subject=Salt%20%26%20sugar&body=https%3A%2F%2Fverandah.example%2Fthe-fourth-day',
    )
  })

  it('puts a quotation in quotation marks, with the quotation’s own address', () => {
    const link = buildShareLink('whatsapp', { title: 'Salt', address, quote: 'a  pinch\nmore' })
    expect(new URL(link).searchParams.get('text')).toBe(`“a pinch more” ${address}`)
  })

  it('passes any text to every service unchanged', () => {
    // Texts contain no lone surrogates, because titles are valid Unicode.
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (title, quote) => {
        const expectedText = quote === undefined ? title : formatQuote(quote)
        const content = { title, address: `${address}#:~:text=a%2C,b`, quote }
        for (const service of shareServices) {
          const link = new URL(buildShareLink(service, content))
          const values = [...link.searchParams.values()].join('\n')
          expect(values).toContain(content.address)
          if (service !== 'facebook') expect(values).toContain(expectedText)
        }
      }),
    )
  })
})

describe('a long quotation', () => {
  it('ends with a whole word and an ellipsis', () => {
    const quote = formatQuote('one two three '.repeat(40))
    expect(quote).toMatch(/^“one .*(one|two|three)…”$/)
    expect(quote.length).toBeLessThanOrEqual(283)
  })

  it('is always valid in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (words) => {
        encodeURIComponent(formatQuote(words))
      }),
    )
  })
})
