/** Hostile posts must take linear time, even outside regular expressions (regex-growth.test.ts). */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxWorkGrowth, measureWorkGrowth } from '../../../src/domain/testing/work-growth.ts'
import {
  createTestFolder,
  type TestFiles,
  writeTestFiles,
} from '../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../html-to-markdown/html-to-markdown.ts'
import type { ImportReader } from '../items/imported-item.ts'
import { ensureClosedPart } from '../run/convert-body.ts'
import { readBloggerExport } from './blogger/read-blogger.ts'
import { createMarkdownReader } from './markdown/read-markdown.ts'
import { readMediumExport } from './medium/read-medium.ts'
import { readSubstackExport } from './substack/read-substack.ts'
import { createWordPressReader, type WordPressOptions } from './wordpress/read-wordpress.ts'

const root = createTestFolder()

/** Reads files until the end of the last one or of their folder. */
async function readAll(reader: ImportReader, path: string, files: TestFiles): Promise<void> {
  writeTestFiles(root, files)
  let items = 0
  for await (const item of reader(join(root, path))) {
    expect(item.ok || item.failure.reason).toBeTruthy()
    items++
  }
  expect(items).toBeGreaterThan(0)
}

const readWxr = (content: string, options: WordPressOptions = {}) =>
  readAll(createWordPressReader(options), 'export.xml', {
    'export.xml': `<rss version="2.0"><channel><wp:wxr_version>1.2</wp:wxr_version><item>${content}`,
  })

const readWordPressText = (body: string) =>
  readWxr(`<title>One</title><wp:post_id>1</wp:post_id><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><content:encoded><![CDATA[${body}]]></content:encoded></item></channel></rss>`)

/** Reads a site whose settings file names its generator. */
const readSite = (settings: string, path: string, text: string) =>
  readAll(createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown }), `of-${settings}`, {
    [`of-${settings}/${settings}`]: '',
    [`of-${settings}/${path}`]: text,
  })

const html = [
  ...['<img src="a">', '<br>\n', '<em> </em>', '<em></em>', '<b><p>', '<div>', '<table><tr><td>'],
  ...'<blockquote> <ul><li> <p <!-- & ` ['.split(' '),
  ...['<a href="/x">', '<p a', '\t', ' \n'],
  ...['<sup><a href="#fn1">1</a></sup>', '<li id="fn1">a</li>', '<h2>a</h2>', '<pre>', '<br>'],
  ...['a <!-- x --> ', '<figure><img src="a"><figcaption>b', 'https://youtu.be/abcdefghijk\n'],
]
const shortcodes = [
  ...['[caption]', '[a b="', '[gallery ids="1"]', '[embed]', '[/caption]', '[[a]]', '[a /', '\n\n'],
  ...['[php]', '[/php]', '[[php]', '[text]a[/text]', '[x url="https://a.b/"]', '<pre lang="xml">'],
  ...['<!-- wp:paragraph -->', '<!-- wp:a {', '[footnote]a[/footnote]', 'a\n'],
]
const markdown = [
  ...['\t', ' ', '\n', '# \t', '# a {#', '`', '``a`', '[', '![', '![a](b)', '[![a](b)](c)', ']('],
  ...['<a ', '<b>', '<b>\n\n', '<!--', '<script>', '<kbd>', '> ', '- a\n', '[^', '^['],
  ...['[a]: b\n', '[^a]: b\n', ':::pullquote\n', '> :::pullquote\n', '::figure{a="b" ', '<div>\n'],
  ...['| a ', '*a', '\uE0000\uE001', '$$', '\\(', '\\\\[', '$latex ', '$$a$$', '\\(a\\) '],
]

const attrs = '<div class="tweet" data-attrs="{&quot;full_text&quot;:&quot;'

type Case = readonly [name: string, pumps: readonly string[], read: (body: string) => Promise<void>]

const sites: readonly (readonly [settings: string, path: string, pumps: readonly string[]])[] = [
  [
    'hugo.toml',
    'content/a.md',
    ['{{< a ', '{{<\t', '{{< highlight a >}}', '{{% /', '{{ a(', '{% a(b', '{{< a b.png '],
  ],
  [
    '_config.yml',
    '_posts/2020-01-01-a.md',
    ['{% a ', '{% raw %}', '{%\t', '{: ', '{{ "a" ', '{% a b.png %}', '![](a '],
  ],
  ['astro.config.mjs', 'src/content/a.mdx', ['import a\n', '{/*', '<A ', '<A b="\\" ', "<A b='"]],
  ['eleventy.config.js', 'a.md', ['{% comment %}', '{{ ']],
]

const cases: readonly Case[] = [
  // The HTML of other systems is converted in the same way.
  ['a WordPress text', [...html, ...shortcodes], readWordPressText],
  [
    'a WordPress export',
    ['&a;', '&#x0;', '&', '<a>', '<!--', '<![CDATA[', '</'],
    (xml) => readWxr(`<title>${xml}</title></item></channel></rss>`),
  ],
  [
    'a broken WordPress export',
    ['&', '&a', '&a;', '<![CDATA[', '<![CDATA[&]]>', '<!--', '<?', '&\u0001\n'],
    (xml) => readWxr(`<title>${xml}`, { isRepair: true }),
  ],
  [
    'a Substack post',
    [
      ...['<div class="footnote">', '<p class="button-wrapper"><a href="%%">', '%%', attrs],
      ...['<img data-attrs="{">', 'https://a.substack.com/subscribe', 'https://', '\n'],
    ],
    (body) =>
      readAll(readSubstackExport, 'substack', {
        'substack/posts.csv': 'post_id,title\n1.a,A',
        'substack/posts/1.a.html': body,
      }),
  ],
  [
    'Substack’s table',
    ['"', ',', '\n', '1.a,"', '\r'],
    (rows) =>
      readAll(readSubstackExport, 'substack-table', {
        'substack-table/posts.csv': `post_id,title\n${rows}\n2.b,B`,
      }),
  ],
  [
    'a Medium story',
    [...['<div class="e-content">', '<div class="graf--mixtapeEmbed">', '<figure>', '<a>', '…']],
    (body) => {
      const title = `<h1 class="p-name">${body}</h1><p class="p-summary">${body}</p>`
      const text = `<div class="e-content"><p>${body}</p></div>`
      return readAll(readMediumExport, 'medium', {
        'medium/posts/2020-01-01_A-0123456789ab.html': `<article class="h-entry">${title}${text}</article>`,
      })
    },
  ],
  [
    'a Blogger post',
    [
      ...[
        '<a name="more"></a>',
        '<table class="tr-caption-container">',
        '<a href="//a.b/=s1"><img>',
      ],
      ...['<img src="http://1.bp.blogspot.com/s1/', '<td class="tr-caption">'],
    ],
    (body) =>
      readAll(readBloggerExport, 'feed.atom', {
        'feed.atom': `<feed><entry><id>tag:blogger.com,1999:blog-1.post-1</id><blogger:type>POST</blogger:type><content><![CDATA[${body}]]></content></entry></feed>`,
      }),
  ],
  ...sites.map(
    ([settings, path, pumps]): Case => [
      `a text below ${settings}`,
      [...pumps, '# \t', '`', '!['],
      (body) => readSite(settings, path, `---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`),
    ],
  ),
  [
    'a Markdown text',
    [...markdown, ...html.slice(0, 4)],
    (body) => readSite('a.txt', 'a.md', `---\ntitle: A\ndate: 2020-01-01\n---\n${body}\n`),
  ],
  ['a heading', ['\t', '\t#'], (body) => readSite('a.txt', 'a.md', `# ${body}`)],
  ...(
    [
      ['---', 'a: [', '['],
      ['---', '', 'a: b\n'],
      ['---', 'a: ', '&a '],
      ['---', 'a: "', '\\'],
      ['+++', 'a = ', '['],
      ['+++', 'a = "', '\\'],
      ['+++', '', 'a.'],
    ] as const
  ).map(
    ([fence, before, pump]): Case => [
      `front matter of ${fence} ${before}`,
      [pump],
      (body) => readSite('a.txt', 'a.md', `${fence}\n${before}${body}\n${fence}\nText.\n`),
    ],
  ),
  [
    'ensureClosedPart',
    ['- a\n\n', '# a\n\n', '> a\n\n', '```\n\n'],
    async (body) => void ensureClosedPart(body),
  ],
]

const length = 4_000

describe.each(cases)('%s', (_, pumps, read) => {
  it.each(pumps)('takes linear time if full of %j', async (pump) => {
    const growth = await measureWorkGrowth(length, (size) =>
      read(pump.repeat(Math.ceil(size / pump.length))),
    )
    expect(growth).toBeLessThan(maxWorkGrowth)
  })
})
