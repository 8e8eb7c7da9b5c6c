/** Tests settings, folders and data that hide texts from readers. */
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { groupExcludedByFile, groupPostsByFile, readItems } from './testing/site-fixture.ts'

const dated = '---\ntitle: A\ndate: 2020-02-03\n---\nText.\n'
const draft = (front: string) => `---\ntitle: A\ndate: 2020-02-03\n${front}\n---\nText.\n`
const mounts = (rest: string) =>
  `[[module.mounts]]\nsource = "./content/"\ntarget = "content"\n${rest}`
const eleventy = { 'eleventy.config.js': '' }

/**
 * Texts with `closed` in their path mustn't become public; all others must. After the settings are the names of texts
 * without fields about visibility, and reasons that the report shows.
 */
it.each<[string, Record<string, string>, string?, Record<string, string>?]>([
  [
    'a Zola section that is a draft',
    {
      'config.toml': 'base_url = "https://a.org"',
      'content/x/_index.md': '+++\ndraft = true\n+++\n',
      'content/x/closed.md': draft('draft: false'),
      'content/y/_index.fr.md': '+++\ndraft = true\n+++\n',
    },
    'content/y/closed/a.md content/z/a.md',
  ],
  [
    'Hugo’s cascades in other files and languages',
    {
      'hugo.toml': '[languages.en.cascade.params]\nprivate = true\n',
      'content/closed.md': draft('params: {a: b}'),
    },
  ],
  ...(
    [
      ['hugo.toml', '[[cascade]]\ndraft = true\n'],
      ['hugo.yaml', 'cascade:\n  draft: true\n'],
      ['config/_default/cascade.toml', 'draft = true\n'],
    ] as const
  ).map(([name, settings]): [string, Record<string, string>] => [
    `the cascade in Hugo’s ${name}`,
    { [name]: settings, 'content/posts/closed.md': dated },
  ]),
  [
    'Hugo’s cascades',
    {
      'hugo.toml': '',
      'content/posts/_index.md': draft('cascade:\n  - draft: true\n    _target: {kind: page}'),
      'content/posts/b.md': draft('draft: false'),
      'content/parts/_index.md': draft('cascade: {build: {render: never}}'),
      'content/x/_index.en.md': draft('cascade: {draft: true}'),
      'content/x/_index.fr.md': draft('cascade: {draft: false}'),
      'content/y/_index.html': draft('cascade: {draft: true}'),
      'content/z/_index.md': draft(
        'cascade: [{draft: true, target: {kind: page}}, {draft: false}]',
      ),
    },
    'content/posts/below/closed.md content/parts/closed.md content/a.md' +
      ' content/x/closed.md content/y/closed.md content/z/closed.md',
    { 'content/parts/closed.md': 'build.render is never' },
  ],
  [
    'the folders of a Hugo site’s languages',
    {
      'hugo.toml': `contentDir = "texts"
[languages.en]
contentDir = "texts/en"
[languages.ur]
contentDir = "urdu/"
[languages.xx]
contentDir = "../other"
`,
    },
    'texts/en/posts/a.md texts/posts/closed.md urdu/posts/c.md',
    { 'texts/posts/closed.md': 'it isn’t in a language’s folder' },
  ],
  [
    'Hugo’s ignoreFiles',
    { 'hugo.toml': 'ignoreFiles = ["\\\\.closed\\\\.md$"]' },
    'content/posts/x.closed.md content/posts/y.md',
  ],
  ['ignoreFiles that can’t be read', { 'hugo.toml': 'ignoreFiles = ["("]' }, 'content/closed.md'],
  ...['excludeFiles = "{closed,old}/**"', 'files = ["! closed/**"]'].map(
    (rest): [string, Record<string, string>] => [
      `Hugo’s mounts with ${rest}`,
      { 'hugo.toml': mounts(rest), 'content/closed/a.md': dated, 'content/a.md': dated },
    ],
  ),
  ['a mount’s unknown key', { 'hugo.toml': mounts('only = "x"'), 'content/closed.md': dated }],
  [
    'folders that Hugo doesn’t mount',
    { 'hugo.toml': mounts('').replace('content/', 'content/en') },
    'content/en/a.md content/closed/a.md',
  ],
  [
    'Zola’s patterns',
    {
      'config.toml':
        'base_url = "https://a.org"\nignored_content = ["**/{closed,old}.md", "*-[cC]losed.md", "x/*"]',
      'content/a-Closed.md': dated.replace('A', 'closed'),
    },
    'content/closed.md content/x/below/closed.md content/a.md',
  ],
  [
    'Hexo’s patterns and passwords',
    {
      '_config.yml':
        'include: ["**/_open/*"]\nexclude: ["{closed,old}/**"]\nencrypt: {tags: [{name: diary, password: x}]}',
      'source/_posts/closed.md': draft('tags: [Diary]'),
      'source/_posts/a.md': draft('tags: [diary]\npassword: ""'),
    },
    'source/closed/a.md source/x/_closed/a.md',
  ],
  [
    'a pattern that isn’t read',
    { '_config.yml': 'exclude: ["!(a)"]', 'source/_posts/closed.md': dated },
  ],
  [
    'Jekyll’s collections and defaults',
    {
      '_config.yml': `include: [_pages]
collections: {films: {output: true}, notes: {output: false}}
defaults:
  - scope: {path: ''}
    values: {layout: post}
  - scope: {path: _posts/closed, type: posts}
    values: {published: false}
`,
    },
    '_posts/2020-01-01-a.md _posts/closed/2020-01-01-b.md _posts/closed.md' +
      ' _pages/about.md _films/c.md _notes/closed.md x/_closed.md',
    {
      '_notes/closed.md': '_notes isn’t rendered',
      '_posts/closed.md': 'its name has no date, so it isn’t a post',
      'x/_closed.md': '_closed.md isn’t rendered',
    },
  ],
  [
    'Jekyll’s excluded files',
    {
      '_config.yml':
        'exclude: [none]\nexclude: [closed/, closed.md, early/*.md, "*.bak", kept.md]\ninclude: [kept.md]\n',
    },
    'closed/salaries.md internals.md closed.md early/closed.md kept.md',
    { 'closed.md': 'the settings exclude it' },
  ],
  [
    'Jekyll’s patterns and names',
    { '_config.yml': 'exclude: ["**/closed", "close?", "[Cc]losed-x", "**/{closed-y,z}.md"]' },
    'x/closed/a.md closed/a.md x/Closed-x/closed.md x/closed-y.md #closed.md x/~closed.md x/a.md',
  ],
  [
    'Jekyll’s scopes',
    {
      '_config.yml': `collections_dir: my
defaults:
  - {scope: {path: clo}, values: {published: false}}
  - {scope: {path: _posts/clo}, values: {published: false}}
  - {scope: {path: x/*/clo}, values: {published: false}}
`,
    },
    'closed-notes/a.md my/_posts/closed/2020-01-01-a.md x/y/closed/a.md x/a.md',
  ],
  [
    'Pelican’s settings',
    {
      'pelicanconf.py': `ARTICLE_EXCLUDES = ['x']
IGNORE_FILES = ['closed', '*.bak.md']
EXTRA_PATH_METADATA = {'y/': {'status': 'draft'}, 'z': {'category': 'a'}}
`,
      'publishconf.py': `ARTICLE_EXCLUDES = (  # Without a) the rest
    'w', "z/closed",
)
`,
    },
    'content/w/closed.md content/x/a.md content/y/closed.md' +
      ' content/z/closed/a.md content/v/closed/a.md content/closed.bak.md',
  ],
  [
    'Pelican’s folders',
    {
      'pelicanconf.py': "ARTICLE_PATHS = ['blog', 'news']\nARTICLE_EXCLUDES = ('news/old',)\n",
      'content/news/closed.md': '---\ntitle: B\n---\nText.',
      'content/pages/e.md': '---\ntitle: E\n---\nText.',
    },
    'content/blog/a.md content/news/old/closed.md content/other/closed.md',
  ],
  [
    'Astro’s file names',
    { 'astro.config.mjs': '' },
    'src/content/blog/_closed.md src/content/_closed/b.md src/content/blog/c.md',
  ],
  [
    'Eleventy’s folder data',
    {
      ...eleventy,
      'posts/posts.11tydata.json': '{"draft": true}',
      'posts/d.json': '{"draft": false}',
      'parts/parts.json': '{"permalink": false}',
      'early/early.11tydata.js': 'module.exports = { permalink: () => (isLive() ? "a" : false) }',
      'known/known.11tydata.js':
        'module.exports = { permalink: (data) => data.draft ? false : "a" }',
    },
    'posts/below/closed.md posts/d.md parts/closed.md early/closed.md known/c.md',
    { 'parts/closed.md': 'permalink is false' },
  ],
  [
    'Eleventy’s settings, if they compute what is ignored',
    { 'eleventy.config.js': 'config.ignores.add(isLive ? "a" : "b")' },
    'closed.md',
  ],
  [
    'Eleventy’s ignore files and settings',
    {
      'eleventy.config.js':
        'config.ignores.add("src/closed.md")\nmodule.exports = { dir: { input: "src" } }',
      '.eleventyignore': '# Comment\n*.closed.md\nsrc/closed/\n',
    },
    'src/a.md src/b.closed.md src/closed/below/c.md src/closed.md other/closed.md',
    { other: 'its generator ignores it' },
  ],
  [
    'an ignore file that includes a name again',
    { ...eleventy, '.eleventyignore': '*.wip.md\n!kept.wip.md\n' },
    'kept.wip.md closed.wip.md',
  ],
  ['a character class', { ...eleventy, '.eleventyignore': '[cC]losed', 'Closed/closed.md': dated }],
  ...[
    'export default { draft: true, tags: "post" }',
    'export default {\n  draft: true // not yet\n}',
    'const d = true\nexport default { draft: d }',
    'module.exports = { tags: [], eleventyComputed: { permalink: false } }',
    'module.exports = { permalink: (data) => data.draft || isEarly(data) ? false : "a" }',
    'module.exports = (data) => { data.draft = true; return data }',
    'module.exports = { async permalink() { return false } }',
  ].map((script): [string, Record<string, string>] => [
    `Eleventy’s data: ${script}`,
    { ...eleventy, 'x/x.11tydata.js': script, 'x/closed.md': dated, 'a.md': dated },
  ]),
  ...(
    [
      ['x/x.json', '{"eleventyComputed": {"permalink": false}}'],
      ['x/closed.yaml', 'draft: true'],
      ['x/closed.11tydata.ts', 'export default { draft: true } satisfies Data'],
      ['_data/permalink.json', 'false'],
      ['_data/eleventyComputed.js', 'module.exports = { draft: (data) => data.page.date > now }'],
      ['_includes/base.njk', '---\npermalink: false\n---\n'],
    ] as const
  ).map(([name, text]): [string, Record<string, string>] => [
    `Eleventy’s ${name}`,
    {
      ...eleventy,
      '_includes/post.njk': '---\nlayout: base\n---\n',
      'x/closed.md': draft('layout: post.njk'),
      [name]: text,
    },
  ]),
  [
    'Eleventy’s conditions',
    {
      ...eleventy,
      'x/x.11tydata.js': `module.exports = {\n  tags: "post", // published ones: all\n  permalink: (data) => \`/\${data.page.fileSlug}/\`,\n}`,
      'y/closed.md': draft('permalink: "{% if early %}false{% endif %}"'),
    },
    'x/a.md',
  ],
])('texts are hidden from readers by %s', async (_, settings, names = '', reasons = {}) => {
  const more = names.split(' ').filter(Boolean)
  const files = { ...settings, ...Object.fromEntries(more.map((name) => [name, dated])) }
  const items = await readItems(createTestFolder(files))
  const posts = groupPostsByFile(items)
  const texts = Object.keys(files).filter((name) => /(?<!index(?:\.\w\w)?)\.md$/.test(name))
  const isPublic = (name: string) => posts[name]?.status === 'published'
  expect(texts.filter(isPublic)).toEqual(texts.filter((name) => !/closed/i.test(name)))
  expect(groupExcludedByFile(items)).toMatchObject(reasons)
})
