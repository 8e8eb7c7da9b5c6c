/** Runs `desk import` for folders of Markdown, into an empty database. */
import { expect, it } from 'vitest'
import { prepareImportRuns } from './testing/import-run.ts'

const createImportRun = prepareImportRuns()

it('a Markdown import stops if there is nothing to import, and lists the files that it left out', async () => {
  const at = await createImportRun({
    'pictures/a.jpg': 'x',
    'site/_config.yml': 'exclude: [a.md]\n',
    'site/a.md': '---\ntitle: A\n---\nText.',
    'broken/_config.yml': 'title: A\nexclude: [a.md\n',
    'broken/_posts/2020-01-01-a.md': '---\ntitle: A\n---\nText.',
  })
  const run = (folder: string) => at.run('markdown', folder, '--plan')
  expect(await run('pictures')).toMatchObject({
    code: 1,
    errors: expect.stringContaining('pictures: contains no posts or pages that can be imported.'),
  })
  expect((await run('site')).errors).toContain('1 left out: the settings exclude it')
  expect((await run('broken')).errors).toMatch(/^broken\/_config\.yml:[23]: it is invalid/)
  expect(at.has('import.yaml')).toBe(false)
})

it('the import plan lists which texts become pages, and which links lead nowhere', async () => {
  const post = (name: string, words: string) => [
    `site/_posts/2020-01-0${name}.md`,
    `---\ntitle: Part ${name}\n---\n${words}\n`,
  ]
  const at = await createImportRun(
    Object.fromEntries([
      ['site/_config.yml', 'url: https://ferry.example\npermalink: pretty\n'],
      post('1-a', '[B](/2020/01/02/b/) [C](https://ferry.example/2020/01/03/c/) [F](/a.pdf)'),
      post(
        '2-b',
        '[A](https://ferry.example/2020/01/01/a) [No](/2020/b/) [Other](https://ice.example/)',
      ),
      ['site/about.md', '---\ntitle: About\n---\nWe.\n'],
    ]),
  )
  const { code, out } = await at.run('markdown', 'site', '--plan')
  expect(code).toBe(0)
  expect(out).toContain('import.yaml maps 2 posts and 1 page. Check it')
  expect(out).toContain('Pages, and why:\n  1: it has no date')
  expect(out).toContain(`2 of 4 links to the old site lead to no post or page:
  https://ferry.example/2020/01/03/c/ in “Part 1-a”
  /2020/b/ in “Part 2-b”`)
})
