/** The pictures of a publication as files, with whether each stands only behind a lead-in. */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fields } from '../../../functions/adapters/firestore-values.ts'
import { renderBody } from '../../../src/content/markdown.ts'
import type { PublicationCollection } from '../../../src/domain/publication.ts'
import type { Desk } from '../environment.ts'
import { inParallel } from '../in-parallel.ts'
import type { ExportFolder } from './export-folder.ts'
import { fetchOriginal, type OriginalFailure } from './stored-originals.ts'

/** By id: whether nothing open shows it. */
export type SeenPictures = Map<string, { closed: boolean }>

/** Notes the pictures of a document. */
export function seePictures(seen: SeenPictures, collection: PublicationCollection, fields: Fields) {
  const see = (id: string, closed: boolean) => {
    const isClosed = closed && (seen.get(id)?.closed ?? true)
    seen.set(id, { closed: isClosed })
  }
  for (const value of [fields.image, fields.portrait]) {
    const id = (value as { id?: unknown } | undefined)?.id
    if (typeof id === 'string') see(id, false)
  }
  if (typeof fields.body !== 'string') return
  const { pictures } = renderBody(fields.body)
  const isClosed = collection === 'articles' && fields.access !== 'public'
  for (const id of pictures.leadIn) see(id, false)
  for (const id of pictures.rest) see(id, isClosed)
}

/** The end of a picture's id, as its bytes have it. */
export function isPictureOf(id: string, bytes: Uint8Array): boolean {
  return id.endsWith(`-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`)
}

/** Fetched at a time, and seconds before another attempt. */
const atOnce = 6
const waits = [2, 10, 30]

/** Answers the ids that could not be had, with the reason. */
export async function exportPictures(
  desk: Desk,
  folder: ExportFolder,
  seen: SeenPictures,
  onPicture: () => void,
): Promise<readonly string[]> {
  const ids = [...seen.keys()].sort()
  const problems = await inParallel(ids, atOnce, async (id) => {
    const problem = await exportPicture(desk, folder, id)
    onPicture()
    return problem && `${id}: ${problem}`
  })
  const list = ids.map((id) => ({ id, closed: seen.get(id)!.closed }))
  folder.write('pictures.json', `${JSON.stringify(list, null, 2)}\n`)
  return problems.filter((problem) => problem !== null)
}

const reasons: Readonly<Record<OriginalFailure, string>> = {
  missing: 'is not in the storage of the site',
  away: 'could not be had: the site does not answer',
  refused: 'could not be had: the site does not know the key',
}

async function exportPicture(desk: Desk, folder: ExportFolder, id: string): Promise<string | null> {
  const name = `pictures/${id}`
  const kept = folder.keep(name)
  if (kept && isPictureOf(id, kept)) return null
  let original = await fetchOriginal(desk, id)
  for (const seconds of waits) {
    if (original.ok || original.failure !== 'away') break
    await wait(seconds * 1000)
    original = await fetchOriginal(desk, id)
  }
  if (!original.ok) return reasons[original.failure]
  // Kept in any case: it is what the site shows.
  folder.write(name, original.value)
  return isPictureOf(id, original.value) ? null : 'is not what its name says'
}
