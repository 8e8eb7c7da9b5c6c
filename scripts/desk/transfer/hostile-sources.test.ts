/**
 * What an importer does with a post that is made to keep it busy. That no regular expression does so is
 * proved elsewhere (scripts/regex/foreign-text.test.ts); this covers everything around them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readGhost } from '../import/ghost.ts'
import { htmlToMarkdown } from '../import/html-to-markdown.ts'
import type { ImportReader } from '../import/imported.ts'
import { readWordPress } from '../import/wordpress.ts'
import { mostWorkGrowth, workGrowth } from '../testing/work-growth.ts'
import { withSomethingBehind } from './import-body.ts'
import { readMarkdown } from './markdown/read-markdown.ts'

const root = mkdtempSync(join(tmpdir(), 'hostile-'))
afterAll(() => rmSync(root, { recursive: true }))

function stored(name: string, content: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

async function readAll(reader: ImportReader, path: string): Promise<void> {
  let items = 0
  for await (const item of reader(path)) {
    expect(item.ok || item.failure.reason).toBeTruthy()
    items++
  }
  expect(items).toBeGreaterThan(0)
}

/** Characters of the smaller text. */
const length = 4_000
const expectLinear = async (pump: string, run: (body: string) => Promise<unknown>) =>
  expect(
    await workGrowth(length, (size) => run(pump.repeat(Math.ceil(size / pump.length)))),
  ).toBeLessThan(mostWorkGrowth)

const html = [
  ...['<img src="a">', '<br>\n', '<em> </em>', '<em></em>', '<b><p>', '<div>', '<table><tr><td>'],
  ...[
    '<a href="/x">',
    '<blockquote>',
    '<ul><li>',
    '<p',
    '<p a',
    '<!--',
    '&',
    '\t',
    ' \n',
    '`',
    '[',
  ],
  ...['<sup><a href="#fn1">1</a></sup>', '<li id="fn1">a</li>', '<h2>a</h2>', '<pre>', '<br>'],
  ...['a <!-- x --> ', '<figure><img src="a"><figcaption>b', 'https://youtu.be/abcdefghijk\n'],
]
const shortcodes = [
  ...['[caption]', '[a b="', '[gallery ids="1"]', '[embed]', '[/caption]', '[[a]]', '[a /', '\n\n'],
  ...['<!-- wp:paragraph -->', '<!-- wp:a {', '[footnote]a[/footnote]', 'a\n'],
]
const markdown = [
  ...[
    '\t',
    ' ',
    '\n',
    '# \t',
    '# a {#',
    '`',
    '``a`',
    '[',
    '![',
    '![a](b)',
    '[![a](b)](c)',
    '](',
    '<a ',
  ],
  ...[
    '<b>',
    '<b>\n\n',
    '<!--',
    '<script>',
    '<kbd>',
    '> ',
    '- a\n',
    '[^',
    '^[',
    '[a]: b\n',
    '[^a]: b\n',
  ],
  ...[
    ':::pullquote\n',
    '> :::pullquote\n',
    '::figure{a="b" ',
    '<div>\n',
    '| a ',
    '*a',
    '\uE0000\uE001',
  ],
]

describe('a post of WordPress', () => {
  it.each([...html, ...shortcodes])('costs what it is long, full of %j', (pump) =>
    expectLinear(pump, (body) =>
      readAll(
        readWordPress(),
        stored(
          'export.xml',
          `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>One</title>
<wp:post_id>1</wp:post_id><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<content:encoded><![CDATA[${body}]]></content:encoded></item></channel></rss>`,
        ),
      ),
    ),
  )

  it.each(['&a;', '&#x0;', '&', '<a>', '<!--', '<![CDATA[', '</'])(
    'costs what it is long, as XML full of %j',
    (pump) =>
      expectLinear(pump, (xml) =>
        readAll(
          readWordPress(),
          stored(
            'export.xml',
            `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>${xml}</title></item></channel></rss>`,
          ),
        ),
      ),
  )
})

describe('a post of Ghost', () => {
  // Its HTML is converted as WordPress's is.
  it.each(html.slice(0, 6))('costs what it is long, full of %j', (pump) =>
    expectLinear(pump, (body) => {
      const post = { id: '1', title: 'One', slug: 'one', html: body, status: 'published' }
      return readAll(readGhost(), stored('ghost.json', JSON.stringify({ data: { posts: [post] } })))
    }),
  )

  it.each(['[', '{"a":', '"\\u', '1', '\n'])('costs what it is long, as JSON full of %j', (pump) =>
    expectLinear(pump, (json) => readAll(readGhost(), stored('ghost.json', json))),
  )
})

describe.each([
  ['Hugo', 'hugo.toml', 'content/posts/a.md', ['{{< a ', '{{<\t', '{{< highlight a >}}', '{{% /']],
  [
    'Jekyll',
    '_config.yml',
    '_posts/2020-01-01-a.md',
    ['{% a ', '{% raw %}', '{%\t', '{: ', '{{ "a" '],
  ],
  [
    'Astro',
    'astro.config.mjs',
    'src/content/a.mdx',
    ['import a\n', '{/*', '<A ', '<A b="\\" ', "<A b='"],
  ],
  ['Eleventy', 'eleventy.config.js', 'a.md', ['{% comment %}', '{{ ']],
  ['no tool', 'a.txt', 'a.md', []],
])('a text of %s', (tool, settings, path, own) => {
  const read = (content: string) => {
    stored(`${tool}/${settings}`, '')
    stored(`${tool}/${path}`, content)
    return readAll(readMarkdown({ zone: 'UTC', html: htmlToMarkdown }), join(root, tool))
  }
  const pumps =
    tool === 'no tool' ? [...markdown, ...html.slice(0, 4)] : [...own, '# \t', '`', '![']

  it.each(pumps)('costs what it is long, full of %j', (pump) =>
    expectLinear(pump, (body) => read(`---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`)),
  )

  it.each(['\t', '\t#'])('costs what it is long, with a heading of %j', (pump) =>
    expectLinear(pump, (body) => read(`---\ndate: 2020-01-01\n---\n# ${body}`)),
  )
})

describe('front matter', () => {
  it.each([
    ['---', 'a: [', '['],
    ['---', '', 'a: b\n'],
    ['---', 'a: ', '&a '],
    ['---', 'a: "', '\\'],
    ['+++', 'a = ', '['],
    ['+++', 'a = "', '\\'],
    ['+++', '', 'a.'],
  ])('costs what it is long: %s %s%j', (fence, before, pump) =>
    expectLinear(pump, (body) => {
      stored('front/a.md', `${fence}\n${before}${body}\n${fence}\nText.\n`)
      return readAll(readMarkdown({ zone: 'UTC', html: htmlToMarkdown }), join(root, 'front'))
    }),
  )
})

it.each(['- a\n\n', '# a\n\n', '> a\n\n', '```\n\n'])(
  'finding a place for a lead-in to end costs what the text is long, full of %j',
  (pump) => expectLinear(pump, async (body) => withSomethingBehind(body)),
)
