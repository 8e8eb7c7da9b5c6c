/** Tests settings, folders and data that hide texts from readers. */
import { expect, it } from 'vitest'
import { createTestFolder } from '../../../shared/testing/test-folder.ts'
import { groupPostsByFile, readItems } from './testing/site-fixture.ts'

const dated = '---\ntitle: A\ndate: 2020-02-03\n---\nText.\n'
const draft = (front: string) => `---\ntitle: A\ndate: 2020-02-03\n${front}\n---\nText.\n`
const mounts = (rest: string) =>
  `[[module.mounts]]\nsource = "./content/"\ntarget = "content"\n${rest}`
const eleventy = { 'eleventy.config.js': '' }

/** Each file with `closed` in its path mustn't become public; all others must. */
it.each<[string, Record<string, string>]>([
  [
    'a draft of Zola’s sections',
    {
      'config.toml': 'base_url = "https://a.org"',
      'content/x/_index.md': '+++\ndraft = true\n+++\n',
      'content/x/closed.md': draft('draft: false'),
      'content/y/_index.fr.md': '+++\ndraft = true\n+++\n',
      'content/y/closed/a.md': draft(''),
      'content/z/a.md': draft(''),
    },
  ],
  [
    'Hugo’s cascades in other files and languages',
    {
      'hugo.toml': '[languages.en.cascade.params]\nprivate = true\n',
      'content/closed.md': draft('params: {a: b}'),
    },
  ],
  [
    'Hugo’s cascades for some pages',
    {
      'hugo.toml': '',
      'content/x/_index.en.md': draft('cascade: {draft: true}'),
      'content/x/_index.fr.md': draft('cascade: {draft: false}'),
      'content/x/closed.md': draft(''),
      'content/y/_index.html': draft('cascade: {draft: true}'),
      'content/y/closed.md': draft(''),
      'content/z/_index.md': draft(
        'cascade: [{draft: true, target: {kind: page}}, {draft: false}]',
      ),
      'content/z/closed.md': draft(''),
      'content/a.md': draft(''),
    },
  ],
  ...['excludeFiles = "{closed,old}/**"', 'files = ["! closed/**"]'].map(
    (rest): [string, Record<string, string>] => [
      `Hugo’s mounts with ${rest}`,
      { 'hugo.toml': mounts(rest), 'content/closed/a.md': dated, 'content/a.md': dated },
    ],
  ),
  ['a mount’s unknown key', { 'hugo.toml': mounts('only = "x"'), 'content/closed.md': dated }],
  [
    'folders that Hugo doesn’t mount',
    {
      'hugo.toml': mounts('').replace('content/', 'content/en'),
      'content/en/a.md': dated,
      'content/closed/a.md': dated,
    },
  ],
  [
    'Zola’s patterns',
    {
      'config.toml':
        'base_url = "https://a.org"\nignored_content = ["**/{closed,old}.md", "*-[cC]losed.md", "x/*"]',
      'content/closed.md': dated,
      'content/a-Closed.md': dated.replace('A', 'closed'),
      'content/x/below/closed.md': dated,
      'content/a.md': dated,
    },
  ],
  [
    'Hexo’s patterns and passwords',
    {
      '_config.yml':
        'include: ["**/_open/*"]\nexclude: ["{closed,old}/**"]\nencrypt: {tags: [{name: diary, password: x}]}',
      'source/_posts/closed.md': draft('tags: [Diary]'),
      'source/_posts/a.md': draft('tags: [diary]\npassword: ""'),
      'source/closed/a.md': dated,
      'source/x/_closed/a.md': dated,
    },
  ],
  [
    'a pattern that isn’t read',
    { '_config.yml': 'exclude: ["!(a)"]', 'source/_posts/closed.md': dated },
  ],
  [
    'Jekyll’s patterns and names',
    {
      '_config.yml': 'exclude: ["**/closed", "close?", "[Cc]losed-x", "**/{closed-y,z}.md"]',
      'x/closed/a.md': dated,
      'closed/a.md': dated,
      'x/Closed-x/closed.md': dated,
      'x/closed-y.md': dated,
      '#closed.md': dated,
      'x/~closed.md': dated,
      'x/a.md': dated,
    },
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
      'closed-notes/a.md': dated,
      'my/_posts/closed/2020-01-01-a.md': dated,
      'x/y/closed/a.md': dated,
      'x/a.md': dated,
    },
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
      'content/w/closed.md': dated,
      'content/x/a.md': dated,
      'content/y/closed.md': dated,
      'content/z/closed/a.md': dated,
      'content/v/closed/a.md': dated,
      'content/closed.bak.md': dated,
    },
  ],
  [
    'Eleventy’s ignore files and settings',
    {
      'eleventy.config.js': 'config.ignores.add(isLive ? "a" : "b")',
      'closed.md': dated,
    },
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
      'x/a.md': dated,
      'y/closed.md': draft('permalink: "{% if early %}false{% endif %}"'),
    },
  ],
])('texts are hidden from readers by %s', async (_, files) => {
  const posts = groupPostsByFile(await readItems(createTestFolder(files)))
  const texts = Object.keys(files).filter((name) => /(?<!index(?:\.\w\w)?)\.md$/.test(name))
  const isPublic = (name: string) => posts[name]?.status === 'published'
  expect(texts.filter(isPublic)).toEqual(texts.filter((name) => !/closed/i.test(name)))
})
