import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { detectSiteGenerator } from './detect-site-generator.ts'
import { createMarkdownReader } from './read-markdown.ts'
import { readPosts } from './testing/site-fixture.ts'

const settings = {
  toml: '[permalinks]\nposts = "/:year/:slug/"\n',
  yaml: 'permalinks:\n  posts: /:year/:slug/\n',
  yml: 'permalinks:\n  page:\n    posts: /:year/:slug/\n',
  json: '{"permalinks": {"posts": "/:year/:slug/"}}',
}
const names = ['', 'config/_default/'].flatMap((folder) =>
  ['hugo', 'config'].flatMap((name) =>
    Object.entries(settings).map(([end, text]) => [`${folder}${name}.${end}`, text] as const),
  ),
)

const table = ['config/_default/permalinks.toml', 'posts = "/:year/:slug/"\n'] as const

it.each([...names, table])('Hugo’s settings are found in %s', async (name, text) => {
  const posts = await readPosts({
    [name]: text,
    'content/posts/a.md': '---\ntitle: A\ndate: 2020-01-02\n---\nText.',
  })
  expect(Object.values(posts)).toMatchObject([{ formerAddresses: ['/2020/a/'] }])
})

it.each([
  ['hugo.toml', 'baseURL = "https://ferry.example/notes/"\n[params]\nauthor = "Meher Bano"\n'],
  ['hugo.yaml', 'baseURL: https://ferry.example/notes\nauthor: { name: Meher Bano }\n'],
  ['config/_default/params.toml', 'author = "Meher Bano"\n'],
  ['config.toml', '[params.author]\nname = "Meher Bano"\n'],
  ['_config.yml', 'url: https://ferry.example \nbaseurl: /notes\nauthor: Meher Bano\n'],
])('the address and the author are found in %s', async (name, text) => {
  const site = await detectSiteGenerator(createTestFolder({ [name]: text, 'content/a.md': 'A.' }))
  expect(site.authors).toEqual(['Meher Bano'])
  expect(site.address).toBe(text.includes('https') ? 'https://ferry.example/notes' : null)
})

it.each(['http://localhost:4000', 'https://example.com/', '/', 'ftp://ferry.example'])(
  '%s isn’t taken for the site’s address',
  async (url) => {
    const site = await detectSiteGenerator(createTestFolder({ '_config.yml': `url: ${url}\n` }))
    expect(site).toMatchObject({ tool: 'jekyll', address: null, authors: [] })
  },
)

it('the configured author is used for texts without an author', async () => {
  const posts = await readPosts({
    '_config.yml': 'author: { name: Meher Bano, email: m@ferry.example }\n',
    '_posts/2019-01-02-a.md': '---\ntitle: A\n---\nText.',
    '_posts/2019-01-03-b.md': '---\ntitle: B\nauthor: Ruwani\n---\nText.',
  })
  expect(Object.values(posts).map(({ authors }) => authors)).toEqual([['Meher Bano'], ['Ruwani']])
})

const text = '---\ntitle: A\n---\nText.\n'

it.each([
  ['_config.yml', 'exclude: [a\n', { '_posts/2020-01-01-a.md': text }],
  ['hugo.toml', 'ignoreFiles = "\n', { 'content/a.md': text }],
  ['config/_default/cascade.yaml', 'draft: [\n', { 'content/a.md': text }],
  [
    'content/posts/_index.md',
    '---\ncascade: [\n---\n',
    { 'hugo.toml': '', 'content/posts/a.md': text },
  ],
  ...["DEFAULT_METADATA = dict(status='draft')", "ARTICLE_EXCLUDES += ['a']"].map(
    (line): [string, string, Record<string, string>] => [
      'publishconf.py',
      `X = 1\n${line}\n`,
      { 'pelicanconf.py': '', 'content/a.md': text },
    ],
  ),
  ['posts/posts.json', '{', { 'eleventy.config.js': '', 'posts/a.md': text }],
])(
  'the import stops if %s can’t be read, and the error names the line',
  async (file, settings, files) => {
    const reader = createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown })
    const items = await Readable.from(
      reader(createTestFolder({ [file]: settings, ...files })),
    ).toArray()
    const failure = {
      file,
      line: expect.any(Number),
      reason: expect.stringMatching(/invalid|literal/),
    }
    expect(items.at(-1)).toMatchObject({ ok: false, failure })
  },
)
