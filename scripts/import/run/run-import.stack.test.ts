/** Imports a folder of files twice, and again after an interruption. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createProjectId, openTestDesk, readPublication } from '../testing/empty-project.ts'
import { buildPost, createImportHarness, generateWords } from '../testing/import-harness.ts'

describe('a folder of files', () => {
  const folder = createImportHarness()
  const { root } = folder
  let desk: Desk
  const long = `${generateWords(90)}\n\n![A cat](/cat.png)\n\nThe rest.`

  beforeAll(async () => {
    desk = await openTestDesk(createProjectId())
    const cat = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    folder.write({
      'cat.png': cat,
      'a.md': buildPost(
        'One',
        '2020-01-01',
        long,
        'tags: [cats]\naliases: [/old/one]\nimage: /cat.png\nimageAlt: A cat\n',
      ),
      'b/one.md': buildPost('One', '2020-01-02', `![Face](../cat.png)\n\n${long}`, 'slug: a\n'),
      'short.md': buildPost('Short', '2020-01-03', '![A cat](cat.png)\n\nToo short.'),
      'bare.md': buildPost('Bare', '2020-01-04', generateWords(200)),
      'later.md': buildPost('Later', '2999-01-01', long),
      'private.md': buildPost('Private', '2020-01-05', long, 'status: private\n'),
      'login.md': '---\ntitle: Login\n---\nA page.\n',
      'missing.md': buildPost('Missing', '2020-01-06', `${long}\n\n![Gone](gone.png "A gap")`),
    })
  })

  it('is only looked at in a dry run', async () => {
    const { report } = await folder.importFolder(desk, 'dry', { dryRun: true })
    expect(report.totals()).toMatchObject({ imported: 8, skipped: 1 })
    expect(await readPublication(desk)).toEqual({})
  })

  it('comes in with what is public public, and nothing else', async () => {
    const { report, rows } = await folder.importFolder(desk, 'came')
    expect(report.totals()).toMatchObject({ imported: 8, skipped: 1 })
    const row = (name: string) => rows[`markdown:${name}.md`]!
    expect(row('a')).toMatchObject({ path: 'articles/a', status: 'published' })
    expect(row('a').notes).toContain('tag cats not imported')
    // The slug is taken, so this one gets a lasting suffix.
    expect(row('b/one').path).toBe('articles/a-2020')
    expect(row('short')).toMatchObject({ status: 'published' })
    expect(row('short').notes.join()).toMatch(/too short for a closed part: made public/)
    expect(row('bare')).toMatchObject({ importOutcome: 'skipped' })
    expect(row('bare').notes[0]).toMatch(/no picture/)
    expect(row('later')).toMatchObject({ status: 'scheduled' })
    expect(row('private')).toMatchObject({ status: 'draft' })
    expect(row('login').path).toBe('pages/login-2')
    expect(row('missing').notes.join()).toMatch(/gone\.png was not found/)
    const stored = (await readPublication(desk)) as Record<string, Record<string, unknown>>
    expect(stored['articles/a']).toMatchObject({
      authors: ['jane-doe'],
      category: 'politics',
      access: 'metered',
      importedFrom: 'markdown:site-one#a.md',
      image: { alt: 'A cat', width: 60, height: 40 },
    })
    expect(stored['authors/jane-doe']).toMatchObject({ name: 'Jane Doe', body: '' })
    const redirects = Object.values(stored).filter(({ from }) => from)
    expect(redirects).toContainEqual({ from: '/old/one', to: '/a' })
    expect(redirects).toContainEqual({ from: '/categories/news', to: '/category/politics' })
    expect(redirects).toContainEqual({ from: '/by/jane-doe', to: '/author/jane-doe' })
  })

  it('doubles nothing the second time, and follows what changes', async () => {
    const before = await readPublication(desk)
    const again = await folder.importFolder(desk, 'again')
    expect(again.report.totals()).toMatchObject({ imported: 0, updated: 0, preserved: 0 })
    expect(await readPublication(desk)).toEqual(before)
    const text = readFileSync(join(root, 'a.md'), 'utf8')
    writeFileSync(join(root, 'a.md'), text.replace('The rest.', 'The rest, revised.'))
    const changed = await folder.importFolder(desk, 'changed')
    expect(changed.report.totals()).toMatchObject({ imported: 0, updated: 1 })
    const stored = await desk.firestore.get('articles/a')
    expect(stored.ok && stored.value?.fields.body).toContain('The rest, revised.')
  })

  it('never brings back what was withdrawn at the desk, and ends redirects from what comes', async () => {
    const stored = await desk.firestore.get('articles/a')
    const fields = { ...(stored.ok && stored.value?.fields), status: 'withdrawn' }
    const from = '/coming'
    await desk.firestore.commit([
      { set: 'articles/a', fields, serverTimes: ['updatedAt'] },
      {
        set: `redirects/${await hashRedirectPath(from)}`,
        fields: { from, to: '/a' },
        serverTimes: ['updatedAt'],
      },
    ])
    folder.write({
      'coming.md': buildPost('Coming', '2020-02-01', long, 'image: /cat.png\nimageAlt: A\n'),
    })
    const { rows } = await folder.importFolder(desk, 'overwriting', { overwrite: true })
    expect(rows['markdown:a.md']).toMatchObject({ importOutcome: 'preserved', status: 'withdrawn' })
    const now = (await readPublication(desk)) as Record<string, Record<string, unknown>>
    expect(now['articles/a']!.status).toBe('withdrawn')
    expect(rows['markdown:coming.md']).toMatchObject({ path: 'articles/coming' })
    expect(rows['markdown:coming.md']!.notes.join()).toMatch(/ to \/a removed/)
    expect(now[`redirects/${await hashRedirectPath(from)}`]).toMatchObject({ from, to: null })
  })

  it('is reported whole by the run that ends, whatever came in before it was broken off', async () => {
    const notesOf = ({ rows }: { rows: Readonly<Record<string, { notes: readonly string[] }>> }) =>
      Object.fromEntries(Object.entries(rows).map(([source, { notes }]) => [source, notes]))
    const whole = notesOf(await folder.importFolder(await openTestDesk(createProjectId()), 'whole'))
    const other = await openTestDesk(createProjectId())
    const half = await folder.importFolder(other, 'half', { truncateAfterPosts: 4 })
    expect(Object.keys(half.rows).length).toBeLessThan(Object.keys(whole).length)
    const second = await folder.importFolder(other, 'second')
    expect(second.rows['markdown:a.md']).toMatchObject({ importOutcome: 'unchanged' })
    expect(notesOf(second)).toEqual(whole)
    expect(notesOf(await folder.importFolder(other, 'third'))).toEqual(whole)
  })
})
