/**
 * Takes in what `desk export` wrote: the same documents at the same addresses, the same redirects,
 * the same pictures. The folder may have been through anybody's hands.
 */
import { basename } from 'node:path'
import { z } from 'zod'
import type { Write } from '../../../functions/adapters/firestore.ts'
import { largestPicture } from '../../../src/contracts/publishing.ts'
import { pictureIdPattern } from '../../../src/domain/picture.ts'
import { redirectSchema } from '../../../src/domain/redirect.ts'
import { firestoreStop, Stop } from '../ending.ts'
import type { Desk } from '../environment.ts'
import { inParallel } from '../in-parallel.ts'
import { parseManuscript } from '../manuscript.ts'
import { measurePicture, putPicture } from '../pictures.ts'
import { printProblem } from '../problem.ts'
import { progress } from '../progress.ts'
import { buildRedirectWrite } from '../redirect-write.ts'
import { readDeskIndex } from './desk-index.ts'
import { filesBelow } from './export-folder.ts'
import { readManifest } from './export-manifest.ts'
import { isPictureOf } from './export-pictures.ts'
import type { ImportReport } from './import-report.ts'
import type { PictureLedger } from './picture-ledger.ts'
import { commitApart, type Incoming, type SettleOptions, settle } from './settle.ts'
import { readInside } from './source-file.ts'

const pictureListSchema = z.array(
  z.strictObject({ id: z.string().regex(pictureIdPattern), closed: z.boolean() }),
)
const redirectListSchema = z.array(redirectSchema.omit({ updatedAt: true }))

/** Bytes of the largest text that is read at once. */
const largestText = 64 * 1024 * 1024
/** Documents at a time: what is held in memory. */
const portionSize = 100

/** Answers the time of the last commit. Throws a stop where the folder is no whole export. */
export async function importExport(
  desk: Desk,
  folder: string,
  report: ImportReport,
  ledger: PictureLedger,
  options: SettleOptions,
): Promise<string | null> {
  const manifest = readManifest(folder)
  if (!manifest.ok) throw new Stop(`${folder} ${manifest.failure}.`)
  if (!manifest.value.complete) throw new Stop(`${folder} is an export that was not finished.`)
  let at: string | null = null

  const missing = await takePictures(desk, folder, ledger, options.dryRun)
  for (const problem of missing) report.say(problem)
  // Before the documents: one that stands where a redirect begins is the younger of them.
  at = await takeRedirects(desk, folder, report, options)

  async function take(entries: readonly Incoming[]) {
    const answer = await settle(desk, entries, options)
    if (!answer.ok) throw firestoreStop('Importing', answer.failure)
    at = answer.value.at ?? at
    for (const [order, { fate, status, notes }] of answer.value.settled.entries()) {
      const place = `${entries[order]!.collection}/${entries[order]!.slug}`
      const title = String(entries[order]!.fields.title ?? entries[order]!.fields.name ?? place)
      const found = fate === 'left out' ? null : place
      report.add({ source: `export:${place}`, title, fate, place: found, status, notes })
    }
  }

  const names = ['authors', 'pages', 'events', 'articles'].flatMap((each) =>
    filesBelow(folder, each).filter((name) => /^[a-z]+\/[^/]+\.md$/.test(name)),
  )
  const bar = progress('importing', names.length)
  let portion: Incoming[] = []
  for (const name of names) {
    const read = await readText(folder, name)
    const parsed = parseManuscript(name, read)
    bar.advance()
    if (!parsed.ok || parsed.value.collection !== name.split('/')[0]) {
      const notes = parsed.ok
        ? ['lies in another folder than it says']
        : parsed.failure.map(printProblem)
      const title = basename(name)
      report.add({
        source: `export:${name}`,
        title,
        fate: 'left out',
        place: null,
        status: null,
        notes,
      })
      continue
    }
    const { collection, slug, fields, body } = parsed.value
    portion.push({ collection, slug, fields: { ...fields, body }, alongside: [], missed: 0 })
    if (portion.length < portionSize) continue
    await take(portion)
    portion = []
  }
  await take(portion)
  bar.end()

  if (manifest.value.counts.front) {
    const fields = await readJson(folder, 'front.json', z.record(z.string(), z.unknown()))
    await take([{ collection: 'front', slug: 'home', fields, alongside: [], missed: 0 }])
  }
  return at
}

async function readText(folder: string, name: string): Promise<string> {
  const read = await readInside(folder, name, largestText)
  if (!read.ok) throw new Stop(`${folder}/${name} ${read.failure}.`)
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
    throw new Stop(`${folder}/${name} is not as an export writes it.`)
  }
}

const picturesAtOnce = 6

async function takePictures(
  desk: Desk,
  folder: string,
  ledger: PictureLedger,
  dryRun: boolean,
): Promise<string[]> {
  const list = await readJson(folder, 'pictures.json', pictureListSchema)
  const bar = progress('pictures', list.length)
  const problems = await inParallel(list, picturesAtOnce, async ({ id, closed }) => {
    bar.advance()
    const src = `export:${id}`
    const known = ledger.find(src, '')
    // The id is the content's, so what is stored under it is this; open it stays open.
    if (known && (!known.closed || closed)) return null
    const read = await readInside(folder, `pictures/${id}`, largestPicture)
    if (!read.ok) return `the picture ${id} ${read.failure}`
    const { bytes } = read.value
    if (!isPictureOf(id, bytes)) return `the picture ${id} is not what its name says`
    const measured = await measurePicture(bytes)
    if (!measured.ok) return `the picture ${id} ${measured.failure.reason}`
    if (dryRun) return null
    const stored = await putPicture(desk, id, bytes, measured.value, closed)
    if (stored.ok) {
      const { width, height } = measured.value
      ledger.note({ src, stamp: '', id, width, height, closed })
      return null
    }
    if (stored.failure.kind === 'away') throw new Stop(`${id}: ${stored.failure.reason}`, 'away')
    return `the picture ${id} could not be stored: ${stored.failure.reason}`
  })
  bar.end()
  return problems.filter((problem) => problem !== null)
}

async function takeRedirects(
  desk: Desk,
  folder: string,
  report: ImportReport,
  { dryRun, overwrite }: SettleOptions,
): Promise<string | null> {
  const list = await readJson(folder, 'redirects.json', redirectListSchema)
  const index = await readDeskIndex(desk.firestore)
  if (!index.ok) throw firestoreStop('Reading what there is', index.failure)
  const writes: Write[] = []
  for (const { from, to } of list) {
    const now = index.value.redirects.get(from)
    if (now === to) continue
    if (from.lastIndexOf('/') === 0 && index.value.taken.has(from.slice(1))) {
      report.say(`${from} is a page of this site, and does not lead to ${to ?? 'nothing'}`)
      continue
    }
    if (now !== undefined && !overwrite) {
      report.say(`${from} leads to ${now ?? 'nothing'} already, not to ${to ?? 'nothing'}`)
      continue
    }
    writes.push(await buildRedirectWrite(from, to))
  }
  report.addRedirects(writes.length)
  if (dryRun) return null
  const committed = await commitApart(desk, writes)
  if (!committed.ok) throw firestoreStop('Importing', committed.failure)
  return committed.value
}
