/** A folder of files comes into an empty database, twice, and again where it was broken off. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { redirectKey } from '../../../src/domain/redirect.ts'
import type { Desk } from '../environment.ts'
import { folderOfFiles, post, words } from './import-on-stack.ts'
import { deskOf, emptyProject, everythingOf } from './other-project.ts'

describe('a folder of files', () => {
  const folder = folderOfFiles()
  const { root } = folder
  let desk: Desk
  const long = `${words(90)}\n\n![A cat](/cat.png)\n\nThe rest.`

  beforeAll(async () => {
    desk = await deskOf(emptyProject())
    const cat = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    folder.write({
      'cat.png': cat,
      'a.md': post(
        'One',
        '2020-01-01',
        long,
        'tags: [cats]\naliases: [/old/one]\nimage: /cat.png\nimageAlt: A cat\n',
      ),
      'b/one.md': post('One', '2020-01-02', `![Face](../cat.png)\n\n${long}`, 'slug: a\n'),
      'short.md': post('Short', '2020-01-03', '![A cat](cat.png)\n\nToo short.'),
      'bare.md': post('Bare', '2020-01-04', words(200)),
      'later.md': post('Later', '2999-01-01', long),
      'private.md': post('Private', '2020-01-05', long, 'status: private\n'),
      'login.md': '---\ntitle: Login\n---\nA page.\n',
      'missing.md': post('Missing', '2020-01-06', `${long}\n\n![Gone](gone.png "A gap")`),
    })
  })

  it('is only looked at in a dry run', async () => {
    const { report } = await folder.take(desk, 'dry', { dryRun: true })
    expect(report.totals()).toMatchObject({ added: 8, 'left out': 1 })
    expect(await everythingOf(desk)).toEqual({})
  })

  it('comes in with what is public public, and nothing else', async () => {
    const { report, rows } = await folder.take(desk, 'came')
    expect(report.totals()).toMatchObject({ added: 8, 'left out': 1 })
    const row = (name: string) => rows[`markdown:${name}.md`]!
    expect(row('a')).toMatchObject({ place: 'articles/a', status: 'published' })
    expect(row('a').notes).toContain('its tag cats is left out')
    // Its own address is taken: it has one with a mark that it keeps.
    expect(row('b/one').place).toMatch(/^articles\/a-[0-9a-f]{8}$/)
    expect(row('short')).toMatchObject({ status: 'draft' })
    expect(row('short').notes.join()).toMatch(/nothing to put behind/)
    expect(row('bare')).toMatchObject({ fate: 'left out' })
    expect(row('bare').notes[0]).toMatch(/no picture/)
    expect(row('later')).toMatchObject({ status: 'scheduled' })
    expect(row('private')).toMatchObject({ status: 'draft' })
    expect(row('login').place).toMatch(/^pages\/login-[0-9a-f]{8}$/)
    expect(row('missing').notes.join()).toMatch(/gone\.png is not there/)
    const stored = (await everythingOf(desk)) as Record<string, Record<string, unknown>>
    expect(stored['articles/a']).toMatchObject({
      authors: ['jane-doe'],
      category: 'politics',
      access: 'metered',
      importedFrom: 'markdown:a.md',
      image: { alt: 'A cat', width: 60, height: 40 },
    })
    expect(stored['authors/jane-doe']).toMatchObject({ name: 'Jane Doe', body: '' })
    const redirects = Object.values(stored).filter(({ from }) => from)
    expect(redirects).toContainEqual({ from: '/old/one', to: '/a' })
    expect(redirects).toContainEqual({ from: '/categories/news', to: '/category/politics' })
    expect(redirects).toContainEqual({ from: '/by/jane-doe', to: '/author/jane-doe' })
  })

  it('doubles nothing the second time, and follows what changes', async () => {
    const before = await everythingOf(desk)
    const again = await folder.take(desk, 'again')
    expect(again.report.totals()).toMatchObject({ added: 0, updated: 0, kept: 0 })
    expect(await everythingOf(desk)).toEqual(before)
    const text = readFileSync(join(root, 'a.md'), 'utf8')
    writeFileSync(join(root, 'a.md'), text.replace('The rest.', 'The rest, revised.'))
    const changed = await folder.take(desk, 'changed')
    expect(changed.report.totals()).toMatchObject({ added: 0, updated: 1 })
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
        set: `redirects/${await redirectKey(from)}`,
        fields: { from, to: '/a' },
        serverTimes: ['updatedAt'],
      },
    ])
    folder.write({
      'coming.md': post('Coming', '2020-02-01', long, 'image: /cat.png\nimageAlt: A\n'),
    })
    const { rows } = await folder.take(desk, 'overwriting', { overwrite: true })
    expect(rows['markdown:a.md']).toMatchObject({ fate: 'kept', status: 'withdrawn' })
    const now = (await everythingOf(desk)) as Record<string, Record<string, unknown>>
    expect(now['articles/a']!.status).toBe('withdrawn')
    expect(rows['markdown:coming.md']).toMatchObject({ place: 'articles/coming' })
    expect(rows['markdown:coming.md']!.notes.join()).toMatch(/led to \/a before/)
    expect(now[`redirects/${await redirectKey(from)}`]).toMatchObject({ from, to: null })
  })

  it('is reported whole by the run that ends, whatever came in before it was broken off', async () => {
    const notesOf = ({ rows }: { rows: Readonly<Record<string, { notes: readonly string[] }>> }) =>
      Object.fromEntries(Object.entries(rows).map(([source, { notes }]) => [source, notes]))
    const whole = notesOf(await folder.take(await deskOf(emptyProject()), 'whole'))
    const other = await deskOf(emptyProject())
    const half = await folder.take(other, 'half', { breaksAfter: 4 })
    expect(Object.keys(half.rows).length).toBeLessThan(Object.keys(whole).length)
    const second = await folder.take(other, 'second')
    expect(second.rows['markdown:a.md']).toMatchObject({ fate: 'unchanged' })
    expect(notesOf(second)).toEqual(whole)
    expect(notesOf(await folder.take(other, 'third'))).toEqual(whole)
  })
})
