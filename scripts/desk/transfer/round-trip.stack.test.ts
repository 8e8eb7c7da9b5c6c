/**
 * The running stack's publication goes out and comes into an empty database: another project of the
 * same Firestore, so that the sample stays as it was. Storage is one for both, by content.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveDeskKeys } from '../../../src/contracts/desk-signature.ts'
import { keyringSchema } from '../../../src/contracts/keyring.ts'
import { redirectKey } from '../../../src/domain/redirect.ts'
import { runningStack } from '../../local/running-stack.ts'
import type { Desk } from '../environment.ts'
import { pictureId } from '../pictures.ts'
import { writeDocuments } from '../write.ts'
import { exportPublication } from './export-command.ts'
import { filesBelow, openExportFolder } from './export-folder.ts'
import { importExport } from './export-import.ts'
import { openReport } from './import-report.ts'
import { deskOf, emptyProject, everythingOf } from './other-project.ts'
import { openLedger } from './picture-ledger.ts'
import { fetchOriginal } from './stored-originals.ts'

const { deskEnvironment } = runningStack()
const folder = mkdtempSync(join(tmpdir(), 'round-trip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
    const actions = (name: string) =>
      readFileSync(join(history, `history/${name}.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).action)
    expect(actions(`pages/${slug}`)).toEqual(['imported', 'published', 'imported'])
    expect(actions('front/home')).toEqual(['imported'])
  })

  it('brings every picture, and none that is not what its name says', async () => {
    // Of a colour that no other run has had: storage is one for all of them.
    const [r, g, b] = randomBytes(3)
    const colour = {
      create: { width: 40, height: 30, channels: 3, background: { r, g, b } },
    } as const
    const bytes = await sharp(colour).png().toBuffer()
    const fresh = pictureId(bytes, 'fresh.png')
    const untrue = pictureId(Buffer.from('another'), 'untrue.png')
    const made = join(folder, 'fresh')
    const written = openExportFolder(made)
    for (const name of [fresh, untrue]) written.write(`pictures/${name}`, bytes)
    const list = [fresh, untrue].map((each) => ({ id: each, closed: false }))
    written.write('pictures.json', JSON.stringify(list))
    written.write('redirects.json', '[]')
    written.complete({})
    expect(await fetchOriginal(other, fresh)).toMatchObject({ failure: 'missing' })

    const noted = join(folder, 'fresh.jsonl')
    const report = openReport(join(folder, 'sixth'))
    await importExport(other, made, report, openLedger(noted, 'this site'), settings)
    expect(report.totals()).toMatchObject({ notes: 1 })
    expect(readFileSync(join(folder, 'sixth.jsonl'), 'utf8')).toContain(
      `the picture ${untrue} is not what its name says`,
    )
    const original = await fetchOriginal(other, fresh)
    expect(original.ok && bytes.equals(original.value)).toBe(true)
    expect(await fetchOriginal(other, untrue)).toMatchObject({ failure: 'missing' })
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
