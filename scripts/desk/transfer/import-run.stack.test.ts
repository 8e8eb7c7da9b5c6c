/** A folder of files comes into an empty database, twice. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Desk } from '../environment.ts'
import { htmlToMarkdown } from '../import/html-to-markdown.ts'
import { readDeskIndex } from './desk-index.ts'
import { importPictures } from './import-pictures.ts'
import { type ImportReport, openReport, type ReportRow } from './import-report.ts'
import { runImport } from './import-run.ts'
import { parseMapping } from './mapping.ts'
import { planMapping } from './mapping-plan.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { deskOf, emptyProject, everythingOf } from './other-project.ts'
import { openLedger } from './picture-ledger.ts'
import { surveySource } from './survey.ts'

const folder = mkdtempSync(join(tmpdir(), 'import-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rowsOf = (base: string): ReportRow[] =>
  readFileSync(`${base}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"fate"'))
    .map((line) => JSON.parse(line))

describe('a folder of files', () => {
  const root = mkdtempSync(join(tmpdir(), 'import-site-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  let desk: Desk

  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')
  const post = (title: string, date: string, body: string, more = '') =>
    `---\ntitle: ${title}\ndate: ${date}\nauthor: Jane Doe\ncategories: [News]\n${more}---\n${body}\n`
  const long = `${words(90)}\n\n![A cat](/cat.png)\n\nThe rest.`

  beforeAll(async () => {
    desk = await deskOf(emptyProject())
    const cat = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    const files = {
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
    }
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true })
      writeFileSync(join(root, name), content)
    }
  })

  async function importFolder(base: string, dryRun = false): Promise<ImportReport> {
    const read = readMarkdown({ zone: 'UTC', html: htmlToMarkdown })
    const survey = await surveySource(read(root))
    const index = await readDeskIndex(desk.firestore)
    if (!survey.ok || !index.ok) throw new Error('unreadable')
    const archives = { category: '/categories/{slug}', tag: null, author: '/by/{slug}' }
    const plan = planMapping(survey.value, null, archives, index.value.authors)
    const mapping = parseMapping(plan.replace('otherCategory: choose', 'otherCategory: culture'))
    if (!mapping.ok) throw new Error(JSON.stringify(mapping.failure))
    const report = openReport(join(folder, base))
    const ledger = openLedger(join(folder, 'pictures.jsonl'), desk.projectId)
    const options = { desk, folder: root, oldSite: null, privateHosts: false, dryRun, ledger }
    const pictures = importPictures(options)
    const run = { desk, source: 'markdown', items: read(root), survey: survey.value, pictures }
    const done = await runImport({
      ...run,
      mapping: mapping.value,
      index: index.value,
      fallback: null,
      report,
      onPost: () => {},
      now: new Date('2026-01-01'),
      overwrite: false,
      dryRun,
    })
    pictures.end()
    expect(done.ok).toBe(true)
    return report
  }

  it('is only looked at in a dry run', async () => {
    expect((await importFolder('dry', true)).totals()).toMatchObject({ added: 8, 'left out': 1 })
    expect(await everythingOf(desk)).toEqual({})
  })

  it('comes in with what is public public, and nothing else', async () => {
    const report = await importFolder('came')
    expect(report.totals()).toMatchObject({ added: 8, 'left out': 1 })
    const rows = Object.fromEntries(rowsOf(join(folder, 'came')).map((row) => [row.source, row]))
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
    expect((await importFolder('again')).totals()).toMatchObject({ added: 0, updated: 0, kept: 0 })
    expect(await everythingOf(desk)).toEqual(before)
    const text = readFileSync(join(root, 'a.md'), 'utf8')
    writeFileSync(join(root, 'a.md'), text.replace('The rest.', 'The rest, revised.'))
    expect((await importFolder('changed')).totals()).toMatchObject({ added: 0, updated: 1 })
    const stored = await desk.firestore.get('articles/a')
    expect(stored.ok && stored.value?.fields.body).toContain('The rest, revised.')
  })
})
