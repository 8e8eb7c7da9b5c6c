/** Tests addresses against those of the generators: each site was built, and these are its files. */
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { groupPostsByFile, readItems } from './testing/site-fixture.ts'

async function listAddresses(files: Readonly<Record<string, string>>) {
  const posts = groupPostsByFile(await readItems(createTestFolder(files)))
  return Object.fromEntries(
    Object.entries(posts).map(([name, { formerAddresses }]) => [name, formerAddresses]),
  )
}

const text = (front: string) => `---\n${front}\n---\nText.\n`
const long = 'title: The Long Title, of a River\ndate: 2024-01-02'

it('addresses follow Hugo’s rules', async () => {
  expect(
    await listAddresses({
      'hugo.toml': `baseURL = "https://ferry.example/"
defaultContentLanguage = "en"
[permalinks]
posts = "/:year/:month/:day/:slug/"
named = "/n/:filename/"
titled = "/t/:title/"
deep = "/d/:sections/:slugorfilename/"
[languages.en]
[languages.ur]
`,
      'content/posts/2024-01-02-short.md': text(long),
      'content/posts/with-slug.md': text(`${long}\nslug: My Slug`),
      'content/named/Some Name.md': text(long),
      'content/titled/a.md': text('title: "What’s new? C & Élan"\ndate: 2024-01-02'),
      'content/deep/below/a.md': text(long),
      'content/deep/section/_index.md': text('title: S'),
      'content/deep/section/b.md': text(long),
      'content/news/2024-01-02-short.md': text(long),
      'content/news/Upper Case.md': text(long),
      'content/news/zoned.md': text('title: Z\ndate: 2024-01-02T23:30:00-08:00\nurl: /z/'),
      'content/about.md': text('title: About\nslug: us'),
      'content/about.ur.md': text('title: About'),
    }),
  ).toEqual({
    'content/posts/2024-01-02-short.md': ['/2024/01/02/the-long-title-of-a-river/'],
    'content/posts/with-slug.md': ['/2024/01/02/my-slug/'],
    'content/named/Some Name.md': ['/n/some-name/'],
    'content/titled/a.md': ['/t/whats-new-c-élan/'],
    'content/deep/below/a.md': ['/d/deep/a/'],
    'content/deep/section/b.md': ['/d/deep/section/b/'],
    'content/news/2024-01-02-short.md': ['/news/2024-01-02-short/'],
    'content/news/Upper Case.md': ['/news/upper-case/'],
    'content/news/zoned.md': ['/z/'],
    'content/about.md': ['/us/'],
    'content/about.ur.md': ['/ur/about/'],
  })
})

it('addresses follow Jekyll’s rules', async () => {
  expect(
    await listAddresses({
      '_config.yml': `permalink: /:categories/:year/:title
timezone: Asia/Kolkata
collections:
  films: {output: true}
  notes: {output: true, permalink: "/n/:path/"}
defaults:
  - {scope: {path: later}, values: {permalink: "/l/:basename/"}}
`,
      '_posts/2024-01-02-Short_name.md': text(`${long}\ncategories: One Two`),
      '_posts/2024-12-31-zoned.md': text('title: Z\ndate: 2024-12-31 23:30:00 +0000'),
      'food/_posts/2024-01-02-a.md': text('title: A\ncategory: Rice Dishes'),
      '_films/Old Film.md': text('title: F'),
      '_notes/below/b.md': text('title: B'),
      'later/c.md': text('title: C'),
      'about.md': text('title: About'),
      'index.md': text('title: Home'),
    }),
  ).toEqual({
    '_posts/2024-01-02-Short_name.md': [
      '/one/two/2024/Short_name',
      '/one/two/2024/Short_name.html',
    ],
    '_posts/2024-12-31-zoned.md': ['/2025/zoned', '/2025/zoned.html'],
    'food/_posts/2024-01-02-a.md': ['/food/rice dishes/2024/a', '/food/rice dishes/2024/a.html'],
    '_films/Old Film.md': ['/films/Old Film', '/films/Old Film.html'],
    '_notes/below/b.md': ['/n/below/b/'],
    'later/c.md': ['/l/c/'],
    'about.md': ['/about', '/about.html'],
    'index.md': ['/'],
  })
})

it('addresses follow Hexo’s rules', async () => {
  expect(
    await listAddresses({
      '_config.yml': `url: https://ferry.example
permalink: ":category/:year/:i_month/:name-:post_title-:lang/"
permalink_defaults: {lang: en}
new_post_name: ":year-:month-:day-:title.md"
source_dir: source
pretty_urls: {trailing_html: false}
category_map: {Old News: old}
`,
      'source/_posts/2024-01-02-short.md': text(`${long}\ncategories: [Old News, Rivers]`),
      'source/_posts/below/b.md': text('title: B\ndate: 2024/1/2 10:00:00\nlang: ur'),
      'source/_posts/c.md': 'title: C\ndate: 2024-01-02\npermalink: c/\n---\nText.\n',
      'source/about/index.md': text('title: About'),
      'source/more.md': text('title: More'),
    }),
  ).toEqual({
    'source/_posts/2024-01-02-short.md': ['/old/Rivers/2024/1/short-the-long-title-of-a-river-en/'],
    'source/_posts/below/b.md': ['/uncategorized/2024/1/below-b-b-ur/'],
    'source/_posts/c.md': ['/c/'],
    'source/about/index.md': ['/about/'],
    'source/more.md': ['/more.html', '/more'],
  })
})

it('addresses follow Eleventy’s rules', async () => {
  expect(
    await listAddresses({
      'eleventy.config.js':
        'config.addFilter("sorted", (list) => list)\nconfig.addFilter("month", (day) => DateTime.fromJSDate(day).\n  toFormat("yy/L"))\nexport const config = { dir: { input: "src" } }',
      'src/posts/posts.json': '{"permalink": "/blog/{{ title | slugify }}/index.html"}',
      'src/posts/a.md': text('title: "What is new? R & D"'),
      'src/posts/2024-01-02-b.md': text('title: B\npermalink: "/{{ page.fileSlug }}.html"'),
      'src/posts/e.md': text(`${long}\npermalink: "/{{ page.date | month }}/{{ page.fileSlug }}/"`),
      'src/news/2024-01-02-c.md': text('title: C'),
      'src/news/news.md': text('title: News'),
      'src/old/old.11tydata.js': 'module.exports = {\n  permalink: (data) => data.title + "/",\n}',
      'src/old/d.md': text('title: D'),
    }),
  ).toEqual({
    'src/posts/a.md': ['/blog/what-is-new-r-and-d/'],
    'src/posts/2024-01-02-b.md': ['/b.html'],
    'src/posts/e.md': ['/24/1/e/'],
    'src/news/2024-01-02-c.md': ['/news/2024-01-02-c/'],
    'src/news/news.md': ['/news/'],
    'src/old/d.md': [],
  })
})

it('addresses follow Zola’s rules', async () => {
  expect(
    await listAddresses({
      'config.toml': 'base_url = "https://ferry.example/notes"\n[languages.ur]\n',
      'content/posts/2024-01-02_Some name.md': '+++\ntitle = "A"\n+++\nText.\n',
      'content/posts/b/index.ur.md': '+++\ntitle = "B"\naliases = ["old"]\n+++\nText.\n',
      'content/posts/c.md': '+++\ntitle = "C"\npath = "x/y"\n+++\nText.\n',
    }),
  ).toEqual({
    'content/posts/2024-01-02_Some name.md': ['/posts/some-name/', '/notes/posts/some-name/'],
    'content/posts/b/index.ur.md': ['/ur/posts/b/', '/old', '/notes/ur/posts/b/', '/notes/old'],
    'content/posts/c.md': ['/x/y/', '/notes/x/y/'],
  })
})

it('Zola’s links to files lead to their addresses', async () => {
  const posts = groupPostsByFile(
    await readItems(
      createTestFolder({
        'config.toml': 'base_url = "/"\n',
        'content/a.md': '+++\ntitle = "A"\npath = "2024/01/02/a"\n+++\n[B](@/posts/b.md#c)\n',
      }),
    ),
  )
  expect(posts['content/a.md']).toMatchObject({
    body: '[B](/posts/b#c)',
    kind: 'article',
    publishedAt: new Date('2024-01-02'),
  })
})

it('addresses follow Pelican’s rules', async () => {
  expect(
    await listAddresses({
      'pelicanconf.py': "ARTICLE_URL = '{date:%Y}/{date:%b}/{slug}/'\nDEFAULT_LANG = 'en'\n",
      'content/a.md': 'Title: What’s new, Élan?\nDate: 2024-01-02\nCategory: News\n\nText.\n',
      'content/b.md': 'Title: B\nDate: 2024-01-02\nSlug: other\nSave_as: b/index.html\n\nText.\n',
      'content/pages/c.md': 'Title: About us\n\nText.\n',
    }),
  ).toEqual({
    'content/a.md': ['/whats-new-elan.html', '/2024/Jan/whats-new-elan/'],
    'content/b.md': ['/b/'],
    'content/pages/c.md': ['/pages/about-us.html'],
  })
})
