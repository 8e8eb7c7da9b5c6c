/**
 * The running stack's publication goes out and comes into an empty database: another project of the
 * same Firestore, so that the sample stays as it was. Storage is one for both, by content.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveDeskKeys } from '../../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../../src/contracts/keyring.ts'
import { redirectKey } from '../../../src/domain/redirect.ts'
import { runningStack } from '../../local/running-stack.ts'
import { connectFirestore } from '../../site/firestore.ts'
import { contentOf } from '../decision.ts'
import type { Desk } from '../environment.ts'
import { htmlToMarkdown } from '../import/html-to-markdown.ts'
import { writeDocuments } from '../write.ts'
import { readDeskIndex } from './desk-index.ts'
import { exportPublication } from './export-command.ts'
import { filesBelow, openExportFolder } from './export-folder.ts'
import { importExport } from './export-import.ts'
import { importPictures } from './import-pictures.ts'
import { type ImportReport, openReport, type ReportRow } from './import-report.ts'
import { runImport } from './import-run.ts'
import { parseMapping } from './mapping.ts'
import { planMapping } from './mapping-plan.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import { openLedger } from './picture-ledger.ts'
import { fetchOriginal } from './stored-originals.ts'
import { surveySource } from './survey.ts'

const { deskEnvironment } = runningStack()
const folder = mkdtempSync(join(tmpdir(), 'round-trip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function deskOf(projectId: string): Promise<Desk> {
  return {
    siteUrl: deskEnvironment.SITE_URL,
    projectId,
    firestore: connectFirestore({ ...deskEnvironment, FIREBASE_PROJECT_ID: projectId }),
    keys: await deriveDeskKeys(keyringSchema.parse(deskEnvironment.DESK_KEYS)),
    editor: 'Round trip',
  }
}

const emptyProject = () => `demo-transfer-${randomBytes(4).toString('hex')}`
const collections = ['articles', 'authors', 'events', 'pages', 'front'] as const

/** Everything of a publication, without when it was written. */
async function everythingOf({ firestore }: Desk) {
  const found: Record<string, unknown> = {}
  for (const collection of collections) {
    const answer = await firestore.query({ collection })
    if (!answer.ok) throw new Error(answer.failure.kind)
    for (const { id, fields } of answer.value.documents) {
      found[`${collection}/${id}`] = contentOf(collection, fields)
    }
  }
  const redirects = await firestore.query({ collection: 'redirects' })
  if (!redirects.ok) throw new Error(redirects.failure.kind)
  for (const { id, fields } of redirects.value.documents) {
    found[`redirects/${id}`] = { from: fields.from, to: fields.to }
  }
  return found
}

/** Name and hash of every file. */
function filesOf(path: string) {
  const names = [
    ...readdirSync(path).filter((name) => name.endsWith('.json')),
    ...['articles', 'authors', 'events', 'pages', 'pictures', 'history'].flatMap((each) =>
      filesBelow(path, each),
    ),
  ]
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(path, name)))
        .digest('hex'),
    ]),
  )
}

const rowsOf = (base: string): ReportRow[] =>
  readFileSync(`${base}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"fate"'))
    .map((line) => JSON.parse(line))

describe('out and in again', () => {
  const out = join(folder, 'out')
  const settings = { overwrite: false, dryRun: false }
  const ledger = openLedger(join(folder, 'export.jsonl'), 'this site')
  let ours: Desk
  let other: Desk

  beforeAll(async () => {
    ours = await deskOf(deskEnvironment.FIREBASE_PROJECT_ID)
    other = await deskOf(emptyProject())
    expect(await exportPublication(ours, openExportFolder(out), false)).toEqual([])
  })

  it('gives the same publication, document by document', async () => {
    const report = openReport(join(folder, 'first'))
    // A redirect of its own: whether the sample has any is the sample's affair.
    const moved = [
      { from: '/an-old-address', to: '/about' },
      { from: '/ended', to: null },
    ]
    const list = JSON.parse(readFileSync(join(out, 'redirects.json'), 'utf8'))
    writeFileSync(join(out, 'redirects.json'), JSON.stringify([...list, ...moved]))
    await importExport(other, out, report, ledger, settings)
    expect(report.totals()).toMatchObject({ 'left out': 0, kept: 0, notes: 0 })
    const expected = await everythingOf(ours)
    for (const one of moved) expected[`redirects/${await redirectKey(one.from)}`] = one
    expect(await everythingOf(other)).toEqual(expected)
  })

  it('writes the same bytes of the same publication', async () => {
    const again = join(folder, 'again')
    expect(await exportPublication(other, openExportFolder(again), false)).toEqual([])
    const [one, two] = [filesOf(out), filesOf(again)]
    delete one['redirects.json']
    delete two['redirects.json']
    delete one['export.json']
    delete two['export.json']
    expect(two).toEqual(one)
  })

  it('doubles nothing the second time', async () => {
    const report = openReport(join(folder, 'second'))
    expect(await importExport(other, out, report, ledger, settings)).toBeNull()
    expect(report.totals()).toMatchObject({ added: 0, updated: 0, kept: 0, redirects: 0 })
  })

  it('leaves alone what was edited since, and says so', async () => {
    const [slug] = readdirSync(join(out, 'pages')).map((name) => name.replace('.md', ''))
    const stored = await other.firestore.get(`pages/${slug}`)
    if (!stored.ok || !stored.value) throw new Error('gone')
    const { updatedAt: _, ...fields } = stored.value.fields
    const edit = {
      collection: 'pages' as const,
      slug: slug!,
      fields: { ...fields, dek: 'Edited.' },
    }
    const base = stored.value.updateTime
    await writeDocuments(other, [{ ...edit, base }], { action: 'published', dryRun: false })
    const report = openReport(join(folder, 'third'))
    expect(await importExport(other, out, report, ledger, settings)).toBeNull()
    expect(report.totals()).toMatchObject({ kept: 1, updated: 0 })
    const overwriting = openReport(join(folder, 'fourth'))
    await importExport(other, out, overwriting, ledger, { ...settings, overwrite: true })
    expect(overwriting.totals()).toMatchObject({ kept: 0, updated: 1 })
    // Into the folder of the export before: what is there already is not fetched again.
    const history = join(folder, 'again')
    await exportPublication(other, openExportFolder(history), true)
    const lines = readFileSync(join(history, `history/pages/${slug}.jsonl`), 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line).action)).toEqual([
      'imported',
      'published',
      'imported',
    ])
  })

  it('is not taken from a folder whose export was not finished, and touches no other folder', async () => {
    const report = openReport(join(folder, 'fifth'))
    const half = openExportFolder(join(folder, 'half'))
    await expect(importExport(other, half.path, report, ledger, settings)).rejects.toThrow(
      /not finished/,
    )
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    expect(() => openExportFolder(folder)).toThrow(/not empty/)
  })

  it('gives originals to the desk and to nobody else', async () => {
    const [id] = readdirSync(join(out, 'pictures')).sort()
    const strangers = await deriveDeskKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`))
    expect(await fetchOriginal({ ...ours, keys: strangers }, id!)).toEqual({
      ok: false,
      failure: 'refused',
    })
    expect((await fetch(`${ours.siteUrl}/api/media/${id}`)).ok).toBe(false)
    expect(await fetchOriginal(ours, 'nothing-0123456789abcdef')).toMatchObject({
      failure: 'missing',
    })
    const answer = await fetchOriginal(ours, id!)
    expect(
      answer.ok && Buffer.from(answer.value).equals(readFileSync(join(out, 'pictures', id!))),
    ).toBe(true)
  })
})

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
    expect(row('short').notes.join()).toMatch(/too short/)
    expect(row('bare')).toMatchObject({
      fate: 'left out',
      notes: [expect.stringMatching(/no picture/)],
    })
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
