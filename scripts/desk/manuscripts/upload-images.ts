/** Uploads the images and recordings of manuscripts, before the documents are stored. */
import { readFileSync } from 'node:fs'
import type { StoredDocument } from '../../../functions/platform/adapters/firestore.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import {
  findClosedImages,
  findReferencedImages,
} from '../../../src/content/manuscript/closed-images.ts'
import type { Desk } from '../command-line/desk-environment.ts'
import { DeskError } from '../command-line/exit-status.ts'
import { createProgressBar } from '../command-line/terminal.ts'
import { putFile } from '../site/image-storage.ts'
import type { LocalFile } from './manuscript-images.ts'
import type { PreparedManuscript } from './prepare-manuscripts.ts'

export type UploadCandidate = {
  readonly prepared: PreparedManuscript
  readonly stored: StoredDocument | null
}

const maxConcurrentUploads = 6

/** Those that aren't stored yet, or whose access changes. */
export function findMissingImages({ prepared, stored }: UploadCandidate): LocalFile[] {
  const { collection } = prepared.manuscript
  const referencedIds = stored ? findReferencedImages(stored.fields) : new Set()
  const previouslyClosed = stored ? findClosedImages(collection, stored.fields) : new Set()
  return prepared.images.filter(
    ({ id }) =>
      !referencedIds.has(id) || previouslyClosed.has(id) !== prepared.closedImageIds.has(id),
  )
}

/** Throws if one is refused; no document may be written then. */
export async function uploadImages(desk: Desk, candidates: readonly UploadCandidate[]) {
  const uploads = candidates.flatMap((candidate) =>
    findMissingImages(candidate).map((image) => ({
      image,
      isClosed: candidate.prepared.closedImageIds.has(image.id),
    })),
  )
  const progressBar = createProgressBar('storing images', uploads.length)
  try {
    await mapConcurrently(uploads, maxConcurrentUploads, async ({ image, isClosed }) => {
      const { id, file } = image
      const stored = await putFile(desk, id, readFileSync(file), image, isClosed)
      progressBar.advance()
      if (stored.ok) return
      throw new DeskError(
        `No document was written: ${file} couldn’t be stored (${stored.failure.reason}).`,
        stored.failure.kind === 'unavailable' ? 'unavailable' : 'refused',
      )
    })
  } finally {
    progressBar.end()
  }
}
