import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { checkBody, renderBody, renderPublicText } from './markdown.ts'

const figure =
  '::figure{image="lamps-0123456789abcdef" width="2400" height="1600" alt="Lamps" caption="At dusk" credit="A. B."}'

const recording = '::audio{file="walk-0123456789abcdef" title="A walk" credit="A. B."}'

type Child = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

function parseElements(html: string): Element[] {
  const walk = (nodes: readonly Child[]): Element[] =>
    nodes.flatMap((node) => ('tagName' in node ? [node, ...walk(node.childNodes)] : []))
  return walk(parseFragment(html).childNodes)
}

const allowedElements = new Set(
  'p em strong s a code pre ul ol li blockquote h2 h3 h4 h5 h6 hr br sup section aside div table thead tbody tr th td figure img audio figcaption span'.split(
    ' ',
  ),
)
const allowedAttributes = new Set(
  'href title class id src srcset sizes width height alt loading decoding role aria-label tabindex start style lang dir controls preload'.split(
    ' ',
  ),
)

function expectHarmless(html: string) {
  for (const { tagName, attrs } of parseElements(html)) {
    expect(allowedElements).toContain(tagName)
    for (const { name, value } of attrs) {
      expect(allowedAttributes).toContain(name)
      if (name === 'href') expect(value).toMatch(/^(https?:|mailto:|\/(?![/\\])|#)/i)
      if (name === 'lang') expect(value).toMatch(/^[a-z]{2,3}(-[a-z0-9]+)*$/i)
      if (name === 'dir') expect(value).toMatch(/^(?:rtl|ltr)$/)
      if (name === 'src') expect(value).toMatch(/^\/(?:images|audio)\//)
      if (name === 'style') expect(value).toMatch(/^text-align:(left|right|center)$/)
    }
  }
}

describe('the Markdown pipeline', () => {
  it('renders CommonMark, tables, strikethrough and footnotes', () => {
    const { freePreview } = renderBody('A *b* ~~c~~ [d](https://example.org)[^1]\n\n[^1]: Note.')
    expect(freePreview).toContain('<em>b</em> <s>c</s> <a href="https://example.org">d</a>')
    expect(freePreview).toContain('href="#fn1" id="fnref1"')
    expect(renderPublicText('| a |\n|---|\n| 1 |')).toContain('<td>1</td>')
  })

  it('links each reference to its note, and back', () => {
    const elements = parseElements(
      renderPublicText('A[^a] and[^b], and again.[^a]\n\n[^a]: One.\n[^b]: Two.'),
    )
    const ids = elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'id'))
    const links = elements
      .filter(({ tagName }) => tagName === 'a')
      .map(({ attrs }) => attrs.find(({ name }) => name === 'href')!.value.slice(1))
    expect(new Set(links)).toEqual(new Set(ids.map(({ value }) => value)))
    expect(links).toHaveLength(6)
  })

  it('renders videos as cards that load nothing, and galleries with focal points', () => {
    const { rest, freePreview, problems } = renderBody(
      `::embed{url="https://youtu.be/dQw4w9WgXcQ" title="A <film>"}\n\n:::gallery\n\n${figure.replace('}', ' focus="20 80"}')}\n\n:::`,
    )
    expect(problems).toEqual([])
    const html = freePreview + rest
    expect(html).toContain(
      '<figure class="embed" data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1">' +
        '<a href="https://youtu.be/dQw4w9WgXcQ">A &lt;film&gt;</a>',
    )
    expect(html).not.toMatch(/<(?:iframe|script)| src="https:/)
    expect(html).toMatch(/<div class="gallery">\s*<figure.* style="object-position:20% 80%"/)
  })

  it('renders pull quotes, figures and embeds', () => {
    const html = renderPublicText(
      `:::pullquote{by="Rukmini"}\nA *line*.\n:::\n\n${figure}\n\n::embed{url="https://example.org/v" title="A film"}`,
    )
    expect(html).toContain('<div class="pullquote"><blockquote>\n<p>A <em>line</em>.</p>')
    expect(html).toContain('<p class="by">Rukmini</p>')
    expect(html).toContain('src="/images/lamps-0123456789abcdef/1080"')
    expect(html).toContain('width="2400" height="1600"')
    expect(html).toContain('<figcaption>At dusk <span class="credit">A. B.</span></figcaption>')
    const bare = figure.replace(/ caption=.*(?=})/, '')
    expect(renderBody(bare).freePreview).not.toContain('figcaption')
    expect(html).toContain('<a href="https://example.org/v">A film</a>')
  })

  it('renders recordings, which load nothing until they are played', () => {
    expect(renderPublicText(recording)).toBe(
      '<figure class="audio"><audio controls preload="none" src="/audio/walk-0123456789abcdef" aria-label="A walk">' +
        '</audio><figcaption>A walk <span class="credit">A. B.</span></figcaption></figure>\n',
    )
    const { freePreview, problems } = renderBody('::audio{file="../walk"}')
    expect(freePreview).toBe('')
    expect(problems.map(({ kind }) => kind)).toEqual(['audio-without-file', 'audio-without-title'])
  })

  it('renders no h1', () => {
    const html = '<h2 id="on-one">One</h2>\n<h2 id="on-two">Two</h2>\n'
    expect(renderBody('# One\n\n## Two').freePreview).toBe(html)
  })

  it('marks pictures that aren’t wider than tall', () => {
    const draw = (size: string) =>
      renderPublicText(`::figure{image="lamps-0123456789abcdef" alt="A lamp" ${size}}`)
    for (const size of ['width="1000" height="1500"', 'width="1000" height="1000"'])
      expect(draw(size)).toContain('<figure class="tall">')
    for (const size of ['width="1500" height="1000"', 'height="9"'])
      expect(draw(size)).toContain('<figure><img')
  })

  it('escapes HTML', () => {
    expect(renderPublicText('<script>alert(1)</script>')).not.toContain('<script')
    expect(renderPublicText('a <img src=x onerror=alert(1)> b')).not.toContain('<img')
  })

  it('reports problems with their lines', () => {
    expect(renderBody('Text\n\n::map{of="Delhi"}').problems).toEqual([
      { kind: 'unknown-directive', line: 3, name: '::map' },
    ])
    expect(renderBody(':::pullquote\nnever closed').problems).toEqual([
      { kind: 'unclosed-directive', line: 1, name: 'pullquote' },
    ])
    for (const misspelt of [
      '::figure{image="a" alt="b"',
      '::figure {image="a"}',
      ':: figure{image="a"}',
      ':::Pullquote{by="x"}',
      '::embed{url="https://example.org/{id}"}',
    ]) {
      expect(renderBody(`Text\n\n${misspelt}`).problems).toEqual([
        { kind: 'misspelt-directive', line: 3 },
      ])
    }
    expect(renderBody('::that is said, and a set {1, 2}').problems).toEqual([])
    expect(renderBody('::figure{image="lamp.jpg"}').problems).toHaveLength(3)
    expect(renderBody('::embed{url="javascript:alert(1)"}').problems).toHaveLength(1)
  })

  it('renders only harmless HTML', () => {
    const hostile = fc.constantFrom(
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[a](javascript:alert(1))',
      '[a](JaVaScRiPt:alert(1) "x")',
      '[a](data:text/html,<script>)',
      '[a](//evil.example)',
      '[a](/\\evil.example)',
      '[a](&#106;avascript:alert(1))',
      '<javascript:alert(1)>',
      '![a](https://evil.example/x.png)',
      '![a](x" onerror="alert(1))',
      ':::pullquote{by="<b onmouseover=alert(1)>"}\nx\n:::',
      '::figure{image="x" alt="\'><script>" caption="</figcaption><script>"}',
      '::embed{url="javascript:alert(1)" title="<i>"}',
      '::audio{file="walk-0123456789abcdef" title="<script>\'>" credit="<b onload=x>"}',
      '::audio{file="//evil.example/a" title="x"}',
      '[^1]\n\n[^1]: <iframe src=//evil.example>',
      '| a |\n|:-:|\n| <svg onload=alert(1)> |',
      '```html\n<script>\n```',
      '<!-- more -->',
      ':lang[<b onmouseover=alert(1)>]{ur}',
      ':lang[x]{ur" onmouseover="alert(1)}',
      ':lang[نام](javascript:alert(1)){ur}',
      'خط <b> कल & "x"',
      '\u0000',
      '&lt;script&gt;',
    )
    const source = fc.array(fc.oneof(hostile, fc.string(), fc.string({ unit: 'binary' })), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(source, (parts) => {
        const { freePreview, rest } = renderBody(parts.join('\n\n'))
        expectHarmless(freePreview)
        expectHarmless(rest)
        expectHarmless(renderPublicText(parts.join(' ')))
      }),
      { numRuns: 400 },
    )
  })
})

describe('an article without a closed part', () => {
  const open = renderBody('All of it is open.')

  it.each([
    ['published', 'members', 1],
    ['scheduled', 'metered', 1],
    ['published', 'public', 0],
    ['scheduled', 'public', 0],
    ['draft', 'members', 0],
    ['withdrawn', 'members', 0],
  ] as const)('is %s and for %s, and has %i problems', (status, access, count) => {
    expect(checkBody({ status, access }, open)).toHaveLength(count)
  })
})

describe('the free preview', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

  it('ends at the marker, which isn’t shown', () => {
    const { freePreview, rest } = renderBody('Open.\n\n<!-- more -->\n\nClosed.')
    expect(freePreview).toBe('<p>Open.</p>\n')
    expect(rest).toBe('<p>Closed.</p>')
  })

  it('ends after the paragraph that reaches 80 words without a marker', () => {
    const { freePreview, rest } = renderBody(`${words(50)}\n\n${words(30)} end.\n\nClosed.`)
    expect(freePreview).toContain('end.')
    expect(rest).toBe('<p>Closed.</p>')
  })

  it('doesn’t end at a marker inside a quotation, which is reported', () => {
    const { freePreview, rest, problems } = renderBody('> Open.\n>\n> <!-- more -->\n>\n> More.')
    expect(freePreview).toContain('</blockquote>')
    expect(rest).toBe('')
    expect(problems).toEqual([{ kind: 'nested-marker', line: 3 }])
  })

  it('doesn’t end inside a quotation', () => {
    const { freePreview } = renderBody(`> ${words(90)}\n\nAfter.\n\nClosed.`)
    expect(freePreview).toContain('After.')
    expect(freePreview).not.toContain('Closed.')
  })

  it('excludes the notes that it refers to', () => {
    const { freePreview, rest } = renderBody(
      'Open[^1].\n\n<!-- more -->\n\nMore.\n\n[^1]: Secret note.',
    )
    expect(freePreview).not.toContain('Secret')
    expect(rest).toContain('Secret note.')
  })

  it('has its own list of files', () => {
    const { files } = renderBody(
      `${figure}\n\n<!-- more -->\n\n${figure.replace('lamps', 'cups')}\n\n${recording}`,
    )
    expect(files).toEqual({
      freePreview: ['lamps-0123456789abcdef'],
      rest: ['cups-0123456789abcdef', 'walk-0123456789abcdef'],
    })
  })

  it('makes up the whole text together with the rest', () => {
    const paragraph = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 8 }), (paragraphs) => {
        const source = paragraphs.map((list) => list.join(' ')).join('\n\n')
        const { freePreview, rest, words: count } = renderBody(source)
        const text = `${freePreview}${rest}`
          .replace(/<[^>]+>/g, ' ')
          .split(/\s+/)
          .filter(Boolean)
        expect(text).toEqual(source.split(/\s+/))
        expect(count).toBe(text.length)
      }),
    )
  })
})
