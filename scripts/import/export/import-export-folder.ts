/** Imports what `desk export` wrote: documents, redirects, pictures and recordings. The folder isn't trusted. */

import { basename } from 'node:path'
import { z } from 'zod'
import { buildRedirectWrite } from '../../../functions/documents/redirect-write.ts'
import type { Write } from '../../../functions/platform/adapters/firestore.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { readFields } from '../../../src/content/manuscript/document.ts'
import { parseManuscript } from '../../../src/content/manuscript/parse-manuscript.ts'
import { imageIdPattern } from '../../../src/domain/image/image.ts'
import { redirectSchema } from '../../../src/domain/redirect.ts'
import { maxAudioBytes } from '../../../src/domain/upload-limits.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { DeskError } from '../../desk/command-line/exit-status.ts'
import { createProgressBar } from '../../desk/command-line/terminal.ts'
import { formatProblem } from '../../desk/manuscripts/print-problems.ts'
import { checkRecording, measureImage, putFile } from '../../desk/site/image-storage.ts'
import { type Note, noteLoss } from '../items/note.ts'
import type { ImageLedger } from '../run/image-ledger.ts'
import type { ImportReport } from '../run/import-report.ts'
import type { ImportedDocument, UpsertOptions } from '../run/imported-document.ts'
import { readPublicationIndex } from '../run/publication-index.ts'
import { commitInBatches, upsertDocuments } from '../run/upsert-documents.ts'
import { readFileInside } from '../sources/source-file.ts'
import { listFilesBelow } from './export-folder.ts'
import { matchesImageId } from './export-images.ts'
import { readManifest } from './export-manifest.ts'

const imageListSchema = z.array(
  z.strictObject({ id: z.string().regex(imageIdPattern), isClosed: z.boolean() }),
)
const redirectListSchema = z.array(redirectSchema.omit({ updatedAt: true }))

const maxTextBytes = 64 * 1024 * 1024
/** The maximum number of documents in memory. */
const batchSize = 100

/** Returns the time of the last commit. Throws if the export isn't complete. */
export async function importExportFolder(
  desk: Desk,
  folder: string,
  report: ImportReport,
  ledger: ImageLedger,
  options: UpsertOptions,
): Promise<string | null> {
  const manifest = readManifest(folder)
  if (!manifest.ok) throw new DeskError(`${folder} ${manifest.failure}.`)
  if (!manifest.value.complete)
    throw new DeskError(`${folder} is an unfinished export. Run the export again, then import it.`)
  let committedAt: string | null = null

  const imageProblems = await importImages(desk, folder, ledger, options.dryRun)
  for (const problem of imageProblems) report.addNote(problem)
  // Redirects are imported before documents: a document at a redirect's address is newer.
  committedAt = await importRedirects(desk, folder, report, options)

  async function importBatch(entries: readonly ImportedDocument[]) {
    const upserted = await upsertDocuments(desk, entries, options)
    committedAt = upserted.committedAt ?? committedAt
    for (const [order, { importOutcome, status, notes }] of upserted.results.entries()) {
      const path = `${entries[order]!.collection}/${entries[order]!.slug}`
      const { fields } = entries[order]!
      report.addRow({
        source: `export:${path}`,
        title: String(fields.title ?? fields.name ?? fields.subject ?? path),
        importOutcome,
        path: importOutcome === 'skipped' ? null : path,
        status,
        notes,
      })
    }
  }

  const names = ['authors', 'tags', 'pages', 'events', 'articles', 'issues'].flatMap((each) =>
    listFilesBelow(folder, each).filter((name) => /^[a-z]+\/[^/]+\.md$/.test(name)),
  )
  const progressBar = createProgressBar('importing', names.length)
  let batch: ImportedDocument[] = []
  for (const name of names) {
    const read = await readText(folder, name)
    const parsed = parseManuscript(name, read)
    progressBar.advance()
    if (!parsed.ok || parsed.value.collection !== name.split('/')[0]) {
      const notes = parsed.ok
        ? [noteLoss('its folder doesn’t match its collection')]
        : parsed.failure.map((problem) => noteLoss(formatProblem(problem)))
      const source = `export:${name}`
      report.addRow({ source, title: basename(name), importOutcome: 'skipped', notes })
      continue
    }
    const { collection, slug } = parsed.value
    batch.push({
      collection,
      slug,
      // A document without an identifier gets its slug as its identifier, even if redirects lead to it.
      fields: { identifier: slug, ...readFields(parsed.value) },
      relatedWrites: [],
      missingImageCount: 0,
    })
    if (batch.length < batchSize) continue
    await importBatch(batch)
    batch = []
  }
  await importBatch(batch)
  progressBar.end()

  if (manifest.value.counts.front) {
    const fields = await readJson(folder, 'front.json', z.record(z.string(), z.unknown()))
    await importBatch([
      { collection: 'front', slug: 'home', fields, relatedWrites: [], missingImageCount: 0 },
    ])
  }
  return committedAt
}

async function readText(folder: string, name: string): Promise<string> {
  const read = await readFileInside(folder, name, maxTextBytes)
  if (!read.ok)
    throw new DeskError(`${folder}/${name} ${read.failure}. Export the publication again.`)
  return Buffer.from(read.value.bytes).toString('utf8')
}

async function readJson<Value>(
  folder: string,
  name: string,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const text = await readText(folder, name)
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new DeskError(
      `${folder}/${name} isn’t in the export format. Export the publication again.`,
    )
  }
}

const maxConcurrentImages = 6

async function importImages(
  desk: Desk,
  folder: string,
  ledger: ImageLedger,
  dryRun: boolean,
): Promise<Note[]> {
  const list = await readJson(folder, 'images.json', imageListSchema)
  const progressBar = createProgressBar('images', list.length)
  const problems = await mapConcurrently(list, maxConcurrentImages, async ({ id, isClosed }) => {
    progressBar.advance()
    const src = `export:${id}`
    const known = ledger.find(src, '')
    // The id is a hash of the content. An open picture stays open.
    if (known && (!known.isClosed || isClosed)) return null
    const read = await readFileInside(folder, `images/${id}`, maxAudioBytes)
    if (!read.ok) return noteLoss(`picture {} ${read.failure}`, id)
    const { bytes } = read.value
    if (!matchesImageId(id, bytes))
      return noteLoss('picture {}: its content doesn’t match its name', id)
    const recording = checkRecording(bytes)
    const checked = recording.ok ? recording : await measureImage(bytes)
    if (!checked.ok) return noteLoss(`picture {} ${checked.failure.reason}`, id)
    if (dryRun) return null
    const stored = await putFile(desk, id, bytes, checked.value, isClosed)
    if (stored.ok) {
      const { kind: _, ...size } = checked.value
      ledger.record({ src, stamp: '', id, ...size, isClosed })
      return null
    }
    if (stored.failure.kind === 'unavailable')
      throw new DeskError(`${id}: ${stored.failure.reason}`, 'unavailable')
    return noteLoss(`picture {} couldn’t be stored: ${stored.failure.reason}`, id)
  })
  progressBar.end()
  return problems.filter((problem) => problem !== null)
}

async function importRedirects(
  desk: Desk,
  folder: string,
  report: ImportReport,
  { dryRun, overwrite }: UpsertOptions,
): Promise<string | null> {
  const list = await readJson(folder, 'redirects.json', redirectListSchema)
  const { redirects, takenSlugs } = await readPublicationIndex(desk)
  const writes: Write[] = []
  for (const { from, to, importedFrom } of list) {
    const currentTarget = redirects.get(from)
    if (currentTarget === to) continue
    const skip = (reason: string) =>
      report.addNote(
        noteLoss(
          `${to === null ? 'redirect from {} not removed' : `{} not redirected to ${to}`}: ${reason}`,
          from,
        ),
      )
    if (from.lastIndexOf('/') === 0 && takenSlugs.has(from.slice(1)))
      skip('it is a page of this site')
    else if (currentTarget !== undefined && !overwrite)
      skip(
        currentTarget === null
          ? 'its redirect was removed here'
          : `it already redirects to ${currentTarget}`,
      )
    else writes.push(await buildRedirectWrite(from, to, importedFrom))
  }
  report.addRedirects(writes.length)
  return dryRun ? null : commitInBatches(desk, writes)
}
