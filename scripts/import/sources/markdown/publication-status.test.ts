import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { groupExcludedByFile, groupPostsByFile, readItems } from './testing/site-fixture.ts'

const settings = `[permalinks]
posts = "/:year/:slug/"
[frontmatter]
publishDate = ["shown-from", ":default"]
expiryDate = ["sunset"]
`
const now = new Date('2026-01-01T00:00:00Z')

async function read(files: Record<string, string>) {
  const sites = { 'hugo.toml': settings, ...files }
  const items = await readItems(createTestFolder(sites), 'UTC', now)
  return { posts: groupPostsByFile(items), leftOut: groupExcludedByFile(items) }
}

it.each<readonly [front: string, status: string, day: string, ...notes: string[]]>([
  ['date: 2020-02-03', 'published', '2020-02-03'],
  ['date: 2020-02-03\nDraft: true', 'draft', '2020-02-03'],
  ['date: 2020-02-03\ndraft: yes', 'draft', '2020-02-03'],
  ['date: 2020-02-03\ndraft: "True"', 'draft', '2020-02-03'],
  ['date: 2020-02-03\ndraft: 1', 'draft', '2020-02-03'],
  ['date: 2020-02-03\ndraft: off', 'published', '2020-02-03'],
  // A publishDate beside a past date only hides the text until then, and readers see the date.
  ['date: 2020-02-03\npublishDate: 2020-03-01', 'published', '2020-02-03'],
  ['date: 2020-02-03\npublishDate: 2027-01-01', 'published', '2027-01-01'],
  ['date: 2020-02-03\npublishdate: 2027-01-01', 'published', '2027-01-01'],
  ['date: 2027-02-03\npublishDate: 2020-03-01', 'published', '2020-03-01'],
  ['publishDate: 2027-01-01', 'published', '2027-01-01'],
  ...[
    ['publish', 'isPublished', 'published', 'publishedAt', 'published_at', 'publish-date'],
    ['releaseDate', 'publishDate: 2020-03-01\npublishOn', 'goLive'],
  ]
    .flat()
    .map((name) => [`date: 2020-02-03\n${name}: 2999-01-01`, 'published', '2999-01-01'] as const),
  [
    'date: 2020-02-03\nshownFrom: 2999-01-01',
    'published',
    '2999-01-01',
    'front matter field shownFrom not imported',
  ],
  [
    'date: 2020-02-03\npublished: 29990101',
    'draft',
    '2020-02-03',
    'published isn’t valid: 29990101',
    'published without a date: imported as a draft',
  ],
  [
    'date: 2020-02-03\nexpiryDate: 2026-06-01\nsunset: 2025-12-31',
    'draft',
    '2020-02-03',
    'set to expire on 2026-06-01: not imported, because articles don’t expire here',
    'expired on 2025-12-31: imported as a draft',
    'front matter field sunset not imported',
  ],
  [
    'date: 2020-02-03\npublishDate: soon',
    'draft',
    '2020-02-03',
    'publishDate isn’t valid: soon',
    'published without a date: imported as a draft',
  ],
  [
    'date: 2020-02-03\nexpiryDate: 2025-12-31',
    'draft',
    '2020-02-03',
    'expired on 2025-12-31: imported as a draft',
  ],
  [
    'date: 2020-02-03\nunpublishdate: 2025-12-31',
    'draft',
    '2020-02-03',
    'expired on 2025-12-31: imported as a draft',
  ],
  [
    'date: 2020-02-03\nexpiryDate: 2026-06-01',
    'published',
    '2020-02-03',
    'set to expire on 2026-06-01: not imported, because articles don’t expire here',
  ],
  [
    'date: 2020-02-03\nexpiryDate: soon',
    'draft',
    '2020-02-03',
    'expiryDate isn’t valid (soon): imported as a draft',
  ],
])('a Hugo post with %j is %s, dated %s', async (front, status, day, ...notes) => {
  const { posts } = await read({ 'content/posts/a.md': `---\ntitle: A\n${front}\n---\nText.\n` })
  expect(posts['content/posts/a.md']).toMatchObject({
    status,
    publishedAt: new Date(`${day}T00:00:00Z`),
    notes,
  })
})

it('the report names the front matter that isn’t imported', async () => {
  const front =
    'date: 2020-02-03\nkeywords: [ice]\nsection: sport\nWeight: 3\nbuild:\n  list: never\nstatus: published'
  const { posts } = await read({ 'content/posts/a.md': `---\ntitle: A\n${front}\n---\nText.\n` })
  expect(posts['content/posts/a.md']!.notes).toEqual(
    ['keywords', 'section', 'Weight', 'build'].map(
      (name) => `front matter field ${name} not imported`,
    ),
  )
})

it('posts that are published later keep their old address', async () => {
  const front = 'title: A\ndate: 2020-02-03\npublishDate: 2027-01-01'
  const { posts } = await read({ 'content/posts/a.md': `---\n${front}\n---\nText.\n` })
  expect(posts['content/posts/a.md']!.formerAddresses).toEqual(['/2020/a/'])
})

it('files that were never pages are left out, and reported', async () => {
  const file = (front: string) => `---\ntitle: A\ndate: 2020-02-03\n${front}\n---\nText.\n`
  const { posts, leftOut } = await read({
    'content/posts/_index.md': file(''),
    'content/posts/headless/index.md': file('headless: true'),
    'content/posts/never.md': file('build:\n  render: never'),
    'content/posts/before.md': file('_build:\n  render: false'),
    'content/posts/linked.md': file('build:\n  render: link'),
    'content/posts/unlisted.md': file('build:\n  list: never'),
    'content/posts/bundle/index.md': file(''),
    'content/posts/bundle/aside.md': file(''),
    'content/posts/bundle/below/further.md': file(''),
  })
  expect(Object.keys(posts)).toEqual(['content/posts/bundle/index.md', 'content/posts/unlisted.md'])
  expect(leftOut).toEqual({
    'content/posts/_index.md': 'it introduces a list of pages',
    'content/posts/headless/index.md': 'headless is true',
    'content/posts/never.md': 'build.render is never',
    'content/posts/before.md': 'build.render is false',
    'content/posts/linked.md': 'build.render is link',
    'content/posts/bundle/aside.md': 'it is part of its folder’s page',
    'content/posts/bundle/below/further.md': 'it is part of its folder’s page',
  })
})
