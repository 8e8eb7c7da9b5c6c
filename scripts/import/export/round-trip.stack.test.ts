/** Exports the running stack's publication into another, empty project of the same Firestore. */

import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDocuments } from '../../../functions/documents/write-documents.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { formatManuscript } from '../../../src/content/manuscript/format-manuscript.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import type { ImageDetails } from '../../../src/domain/image/image.ts'
import { hashRedirectPath } from '../../../src/domain/redirect.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { createImageId } from '../../desk/site/image-storage.ts'
import { readRunningStack } from '../../shared/running-stack.ts'
import { formatNote } from '../items/note.ts'
import { openImageLedger } from '../run/image-ledger.ts'
import { createImportReport } from '../run/import-report.ts'
import { createProjectId, openTestDesk, readPublication } from '../testing/empty-project.ts'
import { exportPublication } from './export-command.ts'
import { listFilesBelow, openExportFolder } from './export-folder.ts'
import { importExportFolder } from './import-export-folder.ts'
import { fetchOriginalImage } from './original-images.ts'

const { deskEnvironment } = readRunningStack()
const folder = mkdtempSync(join(tmpdir(), 'round-trip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function filesOf(path: string) {
  const names = [
    ...readdirSync(path).filter((name) => name.endsWith('.json')),
    ...['articles', 'authors', 'events', 'issues', 'pages', 'images', 'history'].flatMap((each) =>
      listFilesBelow(path, each),
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

/** Another article, as if imported with pictures that have no description. */
function flagPictures(publication: Readonly<Record<string, unknown>>): [string, Fields] {
  const [, article] = Object.entries(publication).find(([path]) => path.startsWith('articles/'))!
  const { image, body, ...fields } = article as Fields & { image: ImageDetails }
  const { id, credit, width, height } = image
  // Attributes in the order in which an export writes them.
  const flagged = { id, alt: '', altNeeded: true, caption: 'Said', credit, width, height }
  const figure = `::figure{image="${id}" width="3" height="2" alt="" altNeeded="true"}`
  return [
    'articles/without-descriptions',
    { ...fields, image: flagged, body: `${figure}\n\n${body}` },
  ]
}

describe('an export that is imported again', () => {
  const out = join(folder, 'out')
  const settings = { overwrite: false, dryRun: false }
  const ledger = openImageLedger(join(folder, 'export.jsonl'), 'this site')
  let ours: Desk
  let other: Desk
  let images: string | undefined

  beforeAll(async () => {
    ours = await openTestDesk(deskEnvironment.FIREBASE_PROJECT_ID)
    other = await openTestDesk(createProjectId())
    expect(await exportPublication(ours, openExportFolder(out), false)).toEqual([])
    images = filesOf(out)['images.json']
    // The test stores only a few pictures of each kind, because storing one takes long.
    const list: { isClosed: boolean }[] = JSON.parse(readFileSync(join(out, 'images.json'), 'utf8'))
    const few = [true, false].flatMap((kind) =>
      list.filter(({ isClosed }) => isClosed === kind).slice(0, 3),
    )
    expect(few).toHaveLength(6)
    writeFileSync(join(out, 'images.json'), JSON.stringify(few))
  })

  it('results in the same publication, document by document', async () => {
    const report = createImportReport(join(folder, 'first'))
    // The test adds redirects, so that it doesn't depend on the sample's.
    const moved = [
      { from: '/an-old-address', to: '/about' },
      { from: '/ended', to: null },
    ]
    const list = JSON.parse(readFileSync(join(out, 'redirects.json'), 'utf8'))
    writeFileSync(join(out, 'redirects.json'), JSON.stringify([...list, ...moved]))
    const expected = await readPublication(ours)
    const [path, withoutDescriptions] = flagPictures(expected)
    expected[path] = withoutDescriptions
    const manuscript = {
      collection: 'articles',
      fields: withoutDescriptions,
      version: null,
    } as const
    writeFileSync(join(out, `${path}.md`), formatManuscript(manuscript))
    await importExportFolder(other, out, report, ledger, settings)
    expect(report.totals()).toMatchObject({ skipped: 0, preserved: 0, notes: 0 })
    for (const one of moved) expected[`redirects/${await hashRedirectPath(one.from)}`] = one
    expect(await readPublication(other)).toEqual(expected)
  })

  it('has the same bytes for the same publication', async () => {
    const again = join(folder, 'again')
    expect(await exportPublication(other, openExportFolder(again), false)).toEqual([])
    const one: Record<string, string | undefined> = { ...filesOf(out), 'images.json': images }
    const two = filesOf(again)
    delete one['redirects.json']
    delete two['redirects.json']
    delete one['export.json']
    delete two['export.json']
    expect(two).toEqual(one)
  })

  it('creates no duplicates the second time', async () => {
    const report = createImportReport(join(folder, 'second'))
    expect(await importExportFolder(other, out, report, ledger, settings)).toBeNull()
    expect(report.totals()).toMatchObject({ imported: 0, updated: 0, preserved: 0, redirects: 0 })
  })

  it('leaves alone the documents that were edited since, and reports them', async () => {
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
    const report = createImportReport(join(folder, 'third'))
    expect(await importExportFolder(other, out, report, ledger, settings)).toBeNull()
    expect(report.totals()).toMatchObject({ preserved: 1, updated: 0 })
    const overwriting = createImportReport(join(folder, 'fourth'))
    await importExportFolder(other, out, overwriting, ledger, { ...settings, overwrite: true })
    expect(overwriting.totals()).toMatchObject({ preserved: 0, updated: 1 })
    // Images of the earlier export aren't fetched again.
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

  it('contributes every picture except those whose content doesn’t match their name', async () => {
    // A new colour makes a new picture, because all runs share the storage.
    const [r, g, b] = randomBytes(3)
    const colour = {
      create: { width: 40, height: 30, channels: 3, background: { r, g, b } },
    } as const
    const bytes = await sharp(colour).png().toBuffer()
    const fresh = createImageId(bytes, 'fresh.png')
    const untrue = createImageId(Buffer.from('another'), 'untrue.png')
    const made = join(folder, 'fresh')
    const written = openExportFolder(made)
    for (const name of [fresh, untrue]) written.write(`images/${name}`, bytes)
    const list = [fresh, untrue].map((each) => ({ id: each, isClosed: false }))
    written.write('images.json', JSON.stringify(list))
    written.write('redirects.json', '[]')
    written.finish({})
    expect(await fetchOriginalImage(other, fresh)).toMatchObject({ failure: 'missing' })

    const noted = join(folder, 'fresh.jsonl')
    const report = createImportReport(join(folder, 'sixth'))
    await importExportFolder(other, made, report, openImageLedger(noted, 'this site'), settings)
    expect(report.totals()).toMatchObject({ notes: 1 })
    const [reported] = readFileSync(join(folder, 'sixth.jsonl'), 'utf8').split('\n')
    expect(formatNote(JSON.parse(reported!).note)).toBe(
      `picture ${untrue}: its content doesn’t match its name`,
    )
    const original = await fetchOriginalImage(other, fresh)
    expect(original.ok && bytes.equals(original.value)).toBe(true)
    expect(await fetchOriginalImage(other, untrue)).toMatchObject({ failure: 'missing' })
  })

  it('is refused if it wasn’t finished, and no other folder is touched', async () => {
    const report = createImportReport(join(folder, 'fifth'))
    const half = openExportFolder(join(folder, 'half'))
    await expect(importExportFolder(other, half.path, report, ledger, settings)).rejects.toThrow(
      /unfinished export/,
    )
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    expect(() => openExportFolder(folder)).toThrow(/isn’t empty/)
  })

  it('contains originals, which only the desk can fetch', async () => {
    const [id] = readdirSync(join(out, 'images')).sort()
    const strangers = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`))
    expect(await fetchOriginalImage({ ...ours, keys: strangers }, id!)).toEqual({
      ok: false,
      failure: 'refused',
    })
    expect((await fetch(`${ours.siteUrl}/api/media/${id}`)).ok).toBe(false)
    expect(await fetchOriginalImage(ours, 'nothing-0123456789abcdef')).toMatchObject({
      failure: 'missing',
    })
    const answer = await fetchOriginalImage(ours, id!)
    expect(
      answer.ok && Buffer.from(answer.value).equals(readFileSync(join(out, 'images', id!))),
    ).toBe(true)
  })
})
