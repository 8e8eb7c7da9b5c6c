import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNote } from '../items/note.ts'
import { type HtmlSource, htmlToMarkdown } from './html-to-markdown.ts'
import { renderSafely } from './testing/rendered-body.ts'

const dialects = fc.constantFrom<HtmlSource['dialect']>('plain', 'wordpress')

/** Syntax of Markdown, of our directives and of HTML. */
const sign = fc.constantFrom(
  ...'\\`*_{}[]()#+-.!|<>&:;"\'~^=/$%@ ',
  ...':: ::: :::pullquote [^1] ^[ ~~ ``` --- === 1. 2) &amp; &#35; ![ ]( <b> </p> <script>'.split(
    ' ',
  ),
  ...['::figure{src="x"}', '<!-- more -->', '[^1]: ', '| a |', 'https://a.example'],
  ...['\t', '\n', '\n\n', 'é', '漢', '𝕏', '\u00a0'],
)
const words = fc.stringMatching(/^[a-z0-9]{1,6}$/)
const tricky = fc
  .array(fc.oneof(words, sign), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''))
const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const line = fc.letrec<{ line: string; piece: string }>((tie) => ({
  line: fc
    .array(tie('piece'), { minLength: 1, maxLength: 4, depthIdentifier: 'line' })
    .map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'line' },
    tricky.map(escaped),
    fc
      .tuple(
        fc.constantFrom('em', 'strong', 'b', 'i', 'del', 'code', 'span', 'small', 'u'),
        tie('line'),
      )
      .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    tie('line').map((inner) => `<a href="https://a.example/(x)?y=[z]">${inner}</a>`),
  ),
})).line

const blocks = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  blocks: fc
    .array(tie('block'), { minLength: 1, maxLength: 4, depthIdentifier: 'block' })
    .map((list) => list.join('')),
  block: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'block' },
    line.map((inner) => `<p>${inner}</p>`),
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), line)
      .map(([level, inner]) => `<h${level}>${inner}</h${level}>`),
    line.map((inner) => `<pre><code>${inner}</code></pre>`),
    line.map(
      (inner) =>
        `<table><tr><th>${inner}</th><th>b</th></tr><tr><td>${inner}</td><td>${inner}</td></tr></table>`,
    ),
    line.map((inner) => `${inner}<br>${inner}`),
    tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
    tie('blocks').map((inner) => `<blockquote class="pullquote">${inner}</blockquote>`),
    tie('blocks').map((inner) => `<div>${inner}</div>`),
    tie('blocks').map((inner) => `<a href="/x">${inner}</a>`),
    tie('blocks').map((inner) => `<em>${inner}<img src="/a.jpg" alt="b"></em>`),
    fc
      .tuple(fc.constantFrom('ul', 'ol', 'ol start="7"'), tie('blocks'), tie('blocks'))
      .map(([tag, one, two]) => `<${tag}><li>${one}</li><li>${two}</li></${tag.split(' ')[0]}>`),
    fc.constant('<hr>'),
    fc.constant(
      '<figure><img src="/a.jpg"><figcaption>A "caption" with {braces}</figcaption></figure>',
    ),
  ),
})).blocks

const seen = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s/g, '')

function convert(html: string, source: HtmlSource) {
  const converted = htmlToMarkdown(html, source)
  if (!converted.ok) throw new Error(converted.failure)
  return { notes: converted.value.notes.map(formatNote), page: renderSafely(converted.value.body) }
}

describe('htmlToMarkdown', () => {
  it('keeps a line letter by letter, whatever its words look like', () => {
    fc.assert(
      fc.property(line, (inner) => {
        const { page } = convert(`<p>${inner}</p>`, { dialect: 'plain' })
        // An address alone becomes an embed with a title.
        fc.pre(!page.html.includes('class="embed"'))
        expect(page.text.replace(/\s/g, '')).toBe(seen(inner))
      }),
      { numRuns: 600 },
    )
  })

  it('keeps every word of nested blocks, and adds no other words', () => {
    fc.assert(
      fc.property(blocks, dialects, (html, dialect) => {
        const { page, notes } = convert(html, { dialect })
        // Brackets may form a shortcode by chance.
        fc.pre(!notes.some((note) => note.includes('shortcode')))
        fc.pre(!page.html.includes('class="embed"'))
        const letters = (value: string) => (value.match(/[\p{L}\p{N}]/gu) ?? []).sort().join('')
        const figures = page.html.split('<img').length - 1
        if (figures === 0) expect(letters(page.text)).toBe(letters(seen(html)))
        else expect(letters(page.text).length).toBeGreaterThanOrEqual(letters(seen(html)).length)
      }),
      { numRuns: 250 },
    )
  })

  it('converts any HTML to a safe body', () => {
    const tag = fc.constantFrom(
      ...'script style iframe object svg math table tr td li ul p a img figure figcaption pre'.split(
        ' ',
      ),
      ...'textarea template noscript select form our-figure our-more our-note sup h2'.split(' '),
      ...'blockquote plaintext video'.split(' '),
    )
    const attribute = fc.constantFrom(
      'onclick="alert(1)"',
      'href="javascript:alert(1)"',
      'href="java\nscript:alert(1)"',
      'src="data:text/html,x"',
      'src="//a.example/x.jpg"',
      'href="//a.example\\@b"',
      'src=\'x" onerror="alert(1)\'',
      "alt='\"}\n\n<script>alert(1)</script>'",
      'style="x:expression(1)"',
      'srcdoc="<script>"',
      'class="wp-block-pullquote"',
      'class="kg-card kg-audio-card"',
      'class="wp-block-embed"',
      'class="kg-bookmark-card"',
      'href="#a"',
      'id="a"',
      'title=\'" onmouseover="alert(1)\'',
      'colspan="1000000"',
      'rowspan="9"',
      'start="-5"',
      'data-fn="a"',
      'number="1"',
    )
    const piece = fc.oneof(
      tricky,
      fc
        .tuple(tag, fc.array(attribute, { maxLength: 3 }))
        .map(([name, list]) => `<${[name, ...list].join(' ')}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom(
        ...'<!-- --> <!--more--> <!--nextpage--> <![CDATA[ ]]> [caption] [/caption]'.split(' '),
        ...'[embed] [/embed] [footnote] [/footnote]'.split(' '),
        ...['<!-- wp:x {"a":1} /-->', '<!-- wp:paragraph -->', '[gallery ids="1,2"]'],
        ...['[x y="z"]', '[[a b="c"]]', '\u0000', '\u0008', '\ud800', '\u2028'],
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), dialects, (pieces, dialect) => {
        const site = 'https://old.example'
        const { notes } = convert(pieces.join(''), { dialect, site, address: `${site}/a/` })
        for (const note of notes) expect(note).toMatch(/^[^\n]{3,400}$/)
      }),
      { numRuns: 500 },
    )
  })
})
