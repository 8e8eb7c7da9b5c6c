/** Hostile posts must take linear time, also outside regular expressions (regex-growth.test.ts). */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../../../src/domain/testing/work-growth.ts'
import { createTestFolder, writeTestFiles } from '../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../html-to-markdown/html-to-markdown.ts'
import type { ImportReader } from '../items/imported-item.ts'
import { ensureClosedPart } from '../run/convert-body.ts'
import { readGhostExport } from './ghost/read-ghost.ts'
import { createMarkdownReader } from './markdown/read-markdown.ts'
import { readMediumExport } from './medium/read-medium.ts'
import { readSubstackExport } from './substack/read-substack.ts'
import { createWordPressReader } from './wordpress/read-wordpress.ts'

const root = createTestFolder()

function stored(name: string, content: string): string {
  writeTestFiles(root, { [name]: content })
  return join(root, name)
}

async function readAll(reader: ImportReader, path: string): Promise<void> {
  let items = 0
  for await (const item of reader(path)) {
    expect(item.ok || item.failure.reason).toBeTruthy()
    items++
  }
  expect(items).toBeGreaterThan(0)
}

const length = 4_000
const expectLinear = async (pump: string, run: (body: string) => Promise<unknown>) =>
  expect(
    await measureWorkGrowth(length, (size) => run(pump.repeat(Math.ceil(size / pump.length)))),
  ).toBeLessThan(maxWorkGrowth)

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
  ...['\t', ' ', '\n', '# \t', '# a {#', '`', '``a`', '[', '![', '![a](b)', '[![a](b)](c)', ']('],
  ...['<a ', '<b>', '<b>\n\n', '<!--', '<script>', '<kbd>', '> ', '- a\n', '[^', '^['],
  ...['[a]: b\n', '[^a]: b\n', ':::pullquote\n', '> :::pullquote\n', '::figure{a="b" ', '<div>\n'],
  ...['| a ', '*a', '\uE0000\uE001'],
]

describe('createWordPressReader', () => {
  it.each(['&', '&a', '&a;', '<![CDATA[', '<![CDATA[&]]>', '<!--', '<?', '&\u0001\n'])(
    'takes linear time to repair a file full of %j',
    (pump) =>
      expectLinear(pump, (body) =>
        readAll(
          createWordPressReader({ isRepair: true }),
          stored(
            'broken.xml',
            `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>${body}`,
          ),
        ),
      ),
  )

  it.each([...html, ...shortcodes])('takes linear time for a text full of %j', (pump) =>
    expectLinear(pump, (body) =>
      readAll(
        createWordPressReader(),
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
    'takes linear time for XML full of %j',
    (pump) =>
      expectLinear(pump, (xml) =>
        readAll(
          createWordPressReader(),
          stored(
            'export.xml',
            `<rss><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>${xml}</title></item></channel></rss>`,
          ),
        ),
      ),
  )
})

describe('readGhostExport', () => {
  // Its HTML is converted like WordPress's.
  it.each(html.slice(0, 6))('takes linear time for a text full of %j', (pump) =>
    expectLinear(pump, (body) => {
      const post = { id: '1', title: 'One', slug: 'one', html: body, status: 'published' }
      return readAll(
        readGhostExport,
        stored('ghost.json', JSON.stringify({ data: { posts: [post] } })),
      )
    }),
  )

  it.each(['[', '{"a":', '"\\u', '1', '\n'])('takes linear time for JSON full of %j', (pump) =>
    expectLinear(pump, (json) => readAll(readGhostExport, stored('ghost.json', json))),
  )
})

describe('a post of Substack', () => {
  const attrs = '<div class="tweet" data-attrs="{&quot;full_text&quot;:&quot;'
  const pumps = [
    ...['<div class="footnote">', '<p class="button-wrapper"><a href="%%">', '%%', attrs],
    ...['<img data-attrs="{">', 'https://a.substack.com/subscribe', 'https://', '\n'],
  ]
  it.each(pumps)('costs what it is long, full of %j', (pump) =>
    expectLinear(pump, (body) => {
      stored('substack/posts.csv', 'post_id,title\n1.a,A')
      stored('substack/posts/1.a.html', body)
      return readAll(readSubstackExport, join(root, 'substack'))
    }),
  )

  it.each(['"', ',', '\n', '1.a,"', '\r'])('costs what its table is long, full of %j', (pump) =>
    expectLinear(pump, (rows) => {
      stored('substack-table/posts.csv', `post_id,title\n${rows}\n2.b,B`)
      return readAll(readSubstackExport, join(root, 'substack-table'))
    }),
  )
})

describe('a story of Medium', () => {
  const pumps = [
    '<div class="e-content">',
    '<div class="graf--mixtapeEmbed">',
    '<figure>',
    '<a>',
    '…',
  ]
  it.each(pumps)('costs what it is long, full of %j', (pump) =>
    expectLinear(pump, (body) => {
      const title = `<h1 class="p-name">${body}</h1><p class="p-summary">${body}</p>`
      stored(
        'medium/posts/2020-01-01_A-0123456789ab.html',
        `<article class="h-entry">${title}<div class="e-content"><p>${body}</p></div></article>`,
      )
      return readAll(readMediumExport, join(root, 'medium'))
    }),
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
])('createMarkdownReader with %s', (tool, settings, path, own) => {
  const read = (content: string) => {
    stored(`${tool}/${settings}`, '')
    stored(`${tool}/${path}`, content)
    return readAll(createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown }), join(root, tool))
  }
  const pumps =
    tool === 'no tool' ? [...markdown, ...html.slice(0, 4)] : [...own, '# \t', '`', '![']

  it.each(pumps)('takes linear time for a text full of %j', (pump) =>
    expectLinear(pump, (body) => read(`---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`)),
  )

  it.each(['\t', '\t#'])('takes linear time for a heading of %j', (pump) =>
    expectLinear(pump, (body) => read(`---\ndate: 2020-01-01\n---\n# ${body}`)),
  )
})

describe('createMarkdownReader with front matter', () => {
  it.each([
    ['---', 'a: [', '['],
    ['---', '', 'a: b\n'],
    ['---', 'a: ', '&a '],
    ['---', 'a: "', '\\'],
    ['+++', 'a = ', '['],
    ['+++', 'a = "', '\\'],
    ['+++', '', 'a.'],
  ])('takes linear time for %s %s%j', (fence, before, pump) =>
    expectLinear(pump, (body) => {
      stored('front/a.md', `${fence}\n${before}${body}\n${fence}\nText.\n`)
      return readAll(
        createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown }),
        join(root, 'front'),
      )
    }),
  )
})

it.each(['- a\n\n', '# a\n\n', '> a\n\n', '```\n\n'])(
  'ensureClosedPart takes linear time for a text full of %j',
  (pump) => expectLinear(pump, async (body) => ensureClosedPart(body)),
)
