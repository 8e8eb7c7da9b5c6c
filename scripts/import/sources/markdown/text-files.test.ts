import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { groupExcludedByFile, groupPostsByFile, readItems } from './testing/site-fixture.ts'

const text = '---\ntitle: A\n---\nText.\n'
const settings = { 'hugo.toml': '', '_config.yml': '' }

async function read(names: readonly string[]) {
  const items = await readItems(
    createTestFolder(Object.fromEntries(names.map((name) => [name, name in settings ? '' : text]))),
  )
  return { posts: Object.keys(groupPostsByFile(items)).sort(), leftOut: groupExcludedByFile(items) }
}

const passedOver = 'is the site generator’s folder'
const noMarkdown = (end: string) => `${end} files aren’t imported`

it('sections named like a site generator’s folders are read, and skipped folders are listed', async () => {
  const sections = ['public', 'resources', 'themes', 'vendor'].map((each) => `news/${each}/a.md`)
  const { posts, leftOut } = await read([
    ...sections,
    'news/readme.md',
    'src/_includes/a.md',
    'public/a.md',
    'readme.md',
    '.git/a.md',
    'news/.kept/a.md',
    'news/.b.md',
    'src/node_modules/a/readme.md',
  ])
  expect(posts).toEqual([...sections, 'news/readme.md'].sort())
  expect(leftOut).toEqual({
    'news/.b.md': 'is a hidden file',
    'news/.kept': 'is a hidden folder',
    public: passedOver,
    'src/_includes': passedOver,
    'readme.md': 'describes the project',
  })
})

it('every section of Hugo’s content folder is read', async () => {
  const names = ['content/public/a.md', 'content/security.md', 'content/themes/b.md']
  const { posts, leftOut } = await read(['hugo.toml', ...names])
  expect([posts, leftOut]).toEqual([names, {}])
})

it('texts that Hugo doesn’t read are listed, each folder once', async () => {
  const names = ['docs/a/b.md', 'docs/c.md', 'layouts/a.html', 'readme.md', 'themes/x/readme.md']
  const { posts, leftOut } = await read(['hugo.toml', 'content/a.md', ...names])
  expect(posts).toEqual(['content/a.md'])
  expect(leftOut).toEqual({
    docs: 'its generator ignores it',
    'readme.md': 'describes the project',
    themes: passedOver,
  })
})

it.each([
  ['hugo.toml', ['content/a.adoc', 'content/c.org']],
  ['_config.yml', ['_posts/2020-01-01-a.textile', 'b.html']],
  ['eleventy.config.js', ['a.njk', 'posts/b.liquid']],
  ['astro.config.mjs', ['src/pages/a.astro', 'src/pages/b.html']],
])('posts that aren’t Markdown, in a site with %s, are listed', async (file, names) => {
  const { leftOut } = await read([file, ...names])
  expect(leftOut).toEqual(
    Object.fromEntries(names.map((name) => [name, noMarkdown(/\.\w+$/.exec(name)![0])])),
  )
})

it('texts that the site’s generator doesn’t render are left out', async () => {
  const { posts, leftOut } = await read(['eleventy.config.js', 'a.md', 'b.markdown'])
  expect(posts).toEqual(['a.md'])
  expect(leftOut).toEqual({
    'b.markdown': 'its generator doesn’t render .markdown files',
  })
})

it('folders are read only to a certain depth, and deeper folders are reported', async () => {
  const deep = Array.from({ length: 31 }, () => 'a').join('/')
  expect(await read([`${deep}/b.md`])).toEqual({
    posts: [],
    leftOut: { [deep]: 'is nested more than 30 folders deep' },
  })
})
