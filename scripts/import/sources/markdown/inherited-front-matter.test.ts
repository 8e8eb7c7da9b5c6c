/** Tests that inherited front matter can hide a text. */
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { htmlToMarkdown } from '../../html-to-markdown/html-to-markdown.ts'
import { createMarkdownReader } from './read-markdown.ts'
import { groupExcludedByFile, groupPostsByFile, readItems } from './testing/site-fixture.ts'

async function read(files: Record<string, string>) {
  const items = await readItems(createTestFolder(files))
  return { posts: groupPostsByFile(items), leftOut: groupExcludedByFile(items) }
}

const dated = '---\ntitle: A\ndate: 2020-02-03\n---\nText.\n'
const statusesOf = (posts: Awaited<ReturnType<typeof read>>['posts']) =>
  Object.fromEntries(Object.entries(posts).map(([name, { status }]) => [name, status]))

it('texts stay closed if their section’s front matter closes them', async () => {
  const file = (front: string) => `---\ntitle: A\ndate: 2020-02-03\n${front}\n---\nText.\n`
  const { posts, leftOut } = await read({
    'hugo.toml': '',
    'content/posts/_index.md': file('cascade:\n  - draft: true\n    _target: {kind: page}'),
    'content/posts/below/a.md': file(''),
    'content/posts/b.md': file('draft: false'),
    'content/parts/_index.md': file('cascade: {build: {render: never}}'),
    'content/parts/c.md': file(''),
    'content/news/d.md': file(''),
  })
  expect(statusesOf(posts)).toEqual({
    'content/posts/below/a.md': 'draft',
    'content/posts/b.md': 'published',
    'content/news/d.md': 'published',
  })
  expect(leftOut['content/parts/c.md']).toMatch(/render is never/)
})

it.each([
  ['hugo.toml', '[[cascade]]\ndraft = true\n'],
  ['hugo.yaml', 'cascade:\n  draft: true\n'],
  ['config/_default/cascade.toml', 'draft = true\n'],
])('texts that Hugo’s settings hide in %s stay hidden', async (name, settings) => {
  const { posts } = await read({ [name]: settings, 'content/posts/a.md': dated })
  expect(statusesOf(posts)).toEqual({ 'content/posts/a.md': 'draft' })
})

it('only the texts in a Hugo site’s language folders are found', async () => {
  const { posts, leftOut } = await read({
    'hugo.toml': `contentDir = "texts"
[languages.en]
contentDir = "texts/en"
[languages.ur]
contentDir = "urdu/"
[languages.xx]
contentDir = "../other"
`,
    'texts/en/posts/a.md': dated,
    'texts/posts/b.md': dated,
    'urdu/posts/c.md': dated,
  })
  expect(Object.keys(posts).sort()).toEqual(['texts/en/posts/a.md', 'urdu/posts/c.md'])
  expect(leftOut).toEqual({ 'texts/posts/b.md': 'it isn’t in a language’s folder' })
})

it('texts that Jekyll’s settings hide stay hidden', async () => {
  const { posts, leftOut } = await read({
    '_config.yml': `include: [_pages]
collections: {films: {output: true}, notes: {output: false}}
defaults:
  - scope: {path: ''}
    values: {layout: post}
  - scope: {path: _posts/later, type: posts}
    values: {published: false}
`,
    '_posts/2020-01-01-a.md': dated,
    '_posts/later/2020-01-01-b.md': dated,
    '_pages/about.md': dated,
    '_films/c.md': dated,
    '_notes/d.md': dated,
    '_posts/notes.md': dated,
    'kept/_e.md': dated,
  })
  expect(statusesOf(posts)).toEqual({
    '_posts/2020-01-01-a.md': 'published',
    '_posts/later/2020-01-01-b.md': 'draft',
    '_pages/about.md': 'published',
    '_films/c.md': 'published',
  })
  expect(leftOut).toEqual({
    '_notes/d.md': '_notes isn’t rendered',
    '_posts/notes.md': 'its name has no date, so it isn’t a post',
    'kept/_e.md': '_e.md isn’t rendered',
  })
})

it('texts that Eleventy’s folder data or Astro’s file names hide stay hidden', async () => {
  const eleventy = await read({
    'eleventy.config.js': '',
    'posts/posts.11tydata.json': '{"draft": true}',
    'posts/below/a.md': dated,
    'parts/parts.json': '{"permalink": false}',
    'parts/b.md': dated,
    'script/script.11tydata.js': 'module.exports = {\n  draft: true,\n}',
    'script/c.md': dated,
    'early/early.11tydata.js': 'module.exports = { permalink: () => (isLive() ? "a" : false) }',
    'early/c.md': dated,
    'known/known.11tydata.js': 'module.exports = { permalink: (data) => data.draft ? false : "a" }',
    'known/c.md': dated,
    'posts/d.json': '{"draft": false}',
    'posts/d.md': dated,
  })
  expect(statusesOf(eleventy.posts)).toEqual({
    'posts/below/a.md': 'draft',
    'posts/d.md': 'published',
    'early/c.md': 'draft',
    'known/c.md': 'published',
    'script/c.md': 'draft',
  })
  expect(eleventy.leftOut['parts/b.md']).toMatch(/permalink is false/)
  const astro = await read({
    'astro.config.mjs': '',
    'src/content/blog/_a.md': dated,
    'src/content/_kept/b.md': dated,
    'src/content/blog/c.md': dated,
  })
  expect(Object.keys(astro.posts)).toEqual(['src/content/blog/c.md'])
  expect(Object.keys(astro.leftOut)).toHaveLength(2)
})

it('files excluded by Jekyll’s or Hugo’s settings are left out', async () => {
  const jekyll = await read({
    '_config.yml':
      'exclude: [none]\nexclude: [internal/, minutes.md, early/*.md, "*.bak", kept.md]\ninclude: [kept.md]\n',
    'internal/salaries.md': dated,
    'internals.md': dated,
    'minutes.md': dated,
    'early/a.md': dated,
    'kept.md': dated,
  })
  expect(Object.keys(jekyll.posts).sort()).toEqual(['internals.md', 'kept.md'])
  expect(jekyll.leftOut['minutes.md']).toBe('the settings exclude it')
  const hugo = await read({
    'hugo.toml': 'ignoreFiles = ["\\\\.internal\\\\.md$"]\n',
    'content/posts/x.internal.md': dated,
    'content/posts/y.md': dated,
  })
  expect(Object.keys(hugo.posts)).toEqual(['content/posts/y.md'])
  const mounted = await read({
    'hugo.toml':
      '[[module.mounts]]\nsource = "content"\ntarget = "content"\nexcludeFiles = "**/early.md"\n',
    'content/posts/early.md': dated,
    'content/posts/z.md': dated,
  })
  expect(Object.keys(mounted.posts)).toEqual(['content/posts/z.md'])
  const pelican = await read({
    'pelicanconf.py': "ARTICLE_PATHS = ['blog', 'news']\nARTICLE_EXCLUDES = ('news/old',)\n",
    'content/blog/a.md': dated,
    'content/news/b.md': '---\ntitle: B\n---\nText.',
    'content/news/old/c.md': dated,
    'content/other/d.md': dated,
    'content/pages/e.md': '---\ntitle: E\n---\nText.',
  })
  expect(Object.keys(pelican.posts)).toEqual(['content/blog/a.md', 'content/pages/e.md'])
  // A pattern that cannot be read may hide anything.
  const broken = await read({ 'hugo.toml': 'ignoreFiles = ["("]\n', 'content/posts/y.md': dated })
  expect(broken.posts).toEqual({})
})

it.each([
  ['_config.yml', 'exclude: [a\n', { '_posts/2020-01-01-a.md': dated }],
  ['hugo.toml', 'ignoreFiles = "\n', { 'content/a.md': dated }],
  ['config/_default/cascade.yaml', 'draft: [\n', { 'content/a.md': dated }],
  [
    'content/posts/_index.md',
    '---\ncascade: [\n---\n',
    { 'hugo.toml': '', 'content/posts/a.md': dated },
  ],
  ...["DEFAULT_METADATA = dict(status='draft')", "ARTICLE_EXCLUDES += ['a']"].map(
    (line): [string, string, Record<string, string>] => [
      'publishconf.py',
      `X = 1\n${line}\n`,
      { 'pelicanconf.py': '', 'content/a.md': dated },
    ],
  ),
  ['posts/posts.json', '{', { 'eleventy.config.js': '', 'posts/a.md': dated }],
])(
  'the import stops if %s can’t be read, and the error names the line',
  async (name, text, files) => {
    const root = createTestFolder({ [name]: text, ...files })
    const items = []
    for await (const item of createMarkdownReader({ zone: 'UTC', html: htmlToMarkdown })(root))
      items.push(item)
    expect(items.at(-1)).toMatchObject({
      ok: false,
      failure: {
        file: name,
        line: expect.any(Number),
        reason: expect.stringMatching(/invalid|literal/),
      },
    })
  },
)

it('files excluded by ignore files or Eleventy’s settings are left out', async () => {
  const { posts, leftOut } = await read({
    'eleventy.config.js':
      'config.ignores.add("src/private.md")\nmodule.exports = { dir: { input: "src" } }',
    '.eleventyignore': '# Comment\n*.wip.md\n!kept.wip.md\nsrc/notes/\n',
    'src/a.md': dated,
    'src/b.wip.md': dated,
    'src/kept.wip.md': dated,
    'src/notes/below/c.md': dated,
    'src/private.md': dated,
    'other/d.md': dated,
  })
  expect(Object.keys(posts)).toEqual(['src/a.md', 'src/kept.wip.md'])
  expect(Object.keys(leftOut)).toEqual([
    'other',
    'src/b.wip.md',
    'src/notes/below/c.md',
    'src/private.md',
  ])
})
