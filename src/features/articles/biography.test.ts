import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shortBiography } from './biography.ts'

describe('the short form of a biography', () => {
  it('is whole sentences, as many as there is room for', () => {
    const html = '<p>She grew up in <em>Matara</em>. She cooks &amp; writes.</p>\n<p>She left.</p>'
    expect(shortBiography(html, 45)).toBe('She grew up in Matara. She cooks & writes.')
    expect(shortBiography(html)).toBe('She grew up in Matara. She cooks & writes. She left.')
  })

  it('has one sentence at least, however long', () => {
    expect(shortBiography('<p>Long and longer still. Short.</p>', 5)).toBe('Long and longer still.')
  })

  it('is the beginning of what the writer wrote, whatever the characters', () => {
    const words = fc.stringMatching(/^[A-Za-zéক"&<>'.]{1,12}$/)
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 60 }), (list) => {
        const source = list.join(' ')
        const html = source
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
        expect(source.startsWith(shortBiography(`<p>${html}</p>`))).toBe(true)
      }),
    )
  })
})
