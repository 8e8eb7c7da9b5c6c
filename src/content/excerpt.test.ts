import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractExcerpt } from './excerpt.ts'

describe('an excerpt', () => {
  it('contains as many whole sentences as fit', () => {
    const html = '<p>She grew up in <em>Matara</em>. She cooks &amp; writes.</p>\n<p>She left.</p>'
    expect(extractExcerpt(html, 45)).toBe('She grew up in Matara. She cooks & writes.')
    expect(extractExcerpt(html)).toBe('She grew up in Matara. She cooks & writes. She left.')
  })

  it('contains at least one sentence', () => {
    expect(extractExcerpt('<p>Long and longer still. Short.</p>', 5)).toBe('Long and longer still.')
  })

  it('is the start of the source text', () => {
    const words = fc.stringMatching(/^[A-Za-zéক"&<>'.]{1,12}$/)
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 60 }), (list) => {
        const source = list.join(' ')
        const html = source
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
        expect(source.startsWith(extractExcerpt(`<p>${html}</p>`))).toBe(true)
      }),
    )
  })
})
