import { createHash } from 'node:crypto'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { renderBody } from '../../../src/content/markdown.ts'
import { imageIdPattern } from '../../../src/domain/image/image.ts'
import type { PublicationCollection } from '../../../src/domain/publication.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { repeatWhile } from '../../shared/repeat-while.ts'
import type { ExportFolder } from './export-folder.ts'
import { fetchOriginalImage, type OriginalImageFailure } from './original-images.ts'

/** Keyed by picture id; `isClosed` is true if no open text shows the picture. */
export type ReferencedImages = Map<string, { isClosed: boolean }>

export function collectImages(
  referenced: ReferencedImages,
  collection: PublicationCollection,
  fields: Fields,
) {
  const addReference = (id: string, inClosedPart: boolean) => {
    // A draft may contain any text, and the id becomes a path.
    if (!imageIdPattern.test(id)) return
    const isClosed = inClosedPart && (referenced.get(id)?.isClosed ?? true)
    referenced.set(id, { isClosed })
  }
  for (const value of [fields.image, fields.portrait]) {
    const id = (value as { id?: unknown } | undefined)?.id
    if (typeof id === 'string') addReference(id, false)
  }
  if (typeof fields.body !== 'string') return
  const { files } = renderBody(fields.body)
  const isClosed = collection === 'articles' && fields.access !== 'public'
  for (const id of files.freePreview) addReference(id, false)
  for (const id of files.rest) addReference(id, isClosed)
}

/** A file's id ends with the hash of its bytes. */
export function matchesImageId(id: string, bytes: Uint8Array): boolean {
  return id.endsWith(`-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`)
}

const maxConcurrentImages = 6
/** Milliseconds between attempts. */
const delays = [2_000, 10_000, 30_000]

/** Returns a problem for each id that couldn't be exported, or whose content doesn't match it. */
export async function exportImages(
  desk: Desk,
  folder: ExportFolder,
  referenced: ReferencedImages,
  onImage: () => void,
): Promise<readonly string[]> {
  const ids = [...referenced.keys()].sort()
  const problems = await mapConcurrently(ids, maxConcurrentImages, async (id) => {
    const problem = await exportImage(desk, folder, id)
    onImage()
    return problem && `${id}: ${problem}`
  })
  const list = ids.map((id) => ({ id, isClosed: referenced.get(id)!.isClosed }))
  folder.write('images.json', `${JSON.stringify(list, null, 2)}\n`)
  return problems.filter((problem) => problem !== null)
}

const failureReasons: Readonly<Record<OriginalImageFailure, string>> = {
  missing: 'not found in the site’s picture storage',
  unavailable: 'not exported, because the site isn’t responding: run the export again',
  refused: 'not exported, because the site refused the signature: check DESK_KEYS',
}

async function exportImage(desk: Desk, folder: ExportFolder, id: string): Promise<string | null> {
  const name = `images/${id}`
  const existing = folder.readExisting(name)
  if (existing && matchesImageId(id, existing)) return null
  const original = await repeatWhile(
    (answer) => !answer.ok && answer.failure === 'unavailable',
    () => fetchOriginalImage(desk, id),
    { delays },
  )
  if (!original.ok) return failureReasons[original.failure]
  // Exports the picture that the site shows, even if it doesn't match its id.
  folder.write(name, original.value)
  return matchesImageId(id, original.value)
    ? null
    : 'its content doesn’t match its name, so an import will leave it out'
}
