import { expect, it } from 'vitest'
import { siteKindOf } from './site-kind.ts'
import { siteOf } from './site-on-disk.ts'

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

it.each([...names, table])('finds Hugo’s settings in %s', async (name, text) => {
  const kind = await siteKindOf(siteOf({ [name]: text, 'content/a.md': 'Text.' }))
  expect(kind).toMatchObject({ tool: 'hugo', folders: ['content'] })
  expect(kind.permalink('posts')).toBe('/:year/:slug/')
})
