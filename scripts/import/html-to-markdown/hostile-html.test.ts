import { describe, expect, it } from 'vitest'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { convert } from './testing/convert-html.ts'

describe('htmlToMarkdown with hostile HTML', () => {
  it('distinguishes addresses of other hosts from the source’s files', () => {
    const html = '<img src="https://elsewhere.invalid/a.png" alt="x"><img src="/b.png" alt="y">'
    expect(convert(html, { site: undefined, address: undefined }).body).toBe(
      '::figure{src="https://elsewhere.invalid/a.png" alt="x"}\n\n::figure{src="/b.png" alt="y"}',
    )
  })

  const notes = (html: string) => convert(html).notes
  it('keeps the text of elements nested 100,000 deep', () => {
    for (const tag of ['div', 'b', 'blockquote', 'ul><li', 'span', 'table><tr><td', 'em', 'font']) {
      const { body } = convert(`${`<${tag}>`.repeat(100_000)}word`)
      expect(body, tag).toContain('word')
    }
    expect(notes('<div>'.repeat(100_000))).toContain('deeply nested elements were flattened')
  })
  it('refuses a text that is too long before parsing it', () => {
    const long = htmlToMarkdown('<p>word</p>'.repeat(5_000_000), { dialect: 'wordpress' })
    expect(long).toEqual({ ok: false, failure: expect.stringContaining('longer than 4,000,000') })
  })
  it.each([
    ['elements', '<i></i><b></b>'.repeat(200_000)],
    ['attributes', `<a ${Array.from({ length: 300_000 }, (_, n) => `a${n}`).join(' ')}>`],
  ])('refuses too many %s', (_, html) => {
    expect(htmlToMarkdown(html, { dialect: 'plain' })).toEqual({
      ok: false,
      failure: expect.any(String),
    })
  })
  it.each([
    [
      'formatting that every paragraph opens again',
      `${Array.from({ length: 200 }, (_, n) => `<p><b id="${n}">`).join('')}${'<p>x'.repeat(3_000)}`,
    ],
    ['text', 'word '.repeat(100_000)],
    ['paragraphs', '<p>word</p>'.repeat(3_000)],
    ['spaces', `a${' '.repeat(3_000_000)}b<pre>c${' '.repeat(900_000)}d</pre>`],
    ['brackets', '['.repeat(50_000)],
    ['open shortcodes', '[a_b]'.repeat(20_000)],
    ['nested shortcodes', `${'[a_b]'.repeat(3_000)}x${'[/a_b]'.repeat(3_000)}`],
    [
      'links to one note',
      `${'<a href="#n">1</a>'.repeat(3_000)}<div id="n">${'<b>x</b>'.repeat(3_000)}</div>`,
    ],
    ['marks of Markdown', '*_`~'.repeat(5_000)],
    ['empty cells', `<table>${'<tr><td rowspan=9 colspan=200>'.repeat(3_000)}</table>`],
    ['line ends', 'a\n\n'.repeat(3_000)],
    ['ends of lines', '<br>'.repeat(10_000)],
  ])('converts or refuses a large number of %s', (_, html) => {
    for (const dialect of ['plain', 'wordpress'] as const) {
      const converted = htmlToMarkdown(html, { dialect })
      if (converted.ok) expect(converted.value.body.length).toBeLessThanOrEqual(900_000)
      else expect(converted.failure).toMatch(/^the (?:text|HTML) (?:has|is longer than) /)
    }
  })
})
