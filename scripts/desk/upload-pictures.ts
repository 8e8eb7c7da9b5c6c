/** The pictures that manuscripts bring along, on their way to the site before the documents. */
import { readFileSync } from 'node:fs'
import type { StoredDocument } from '../../functions/adapters/firestore.ts'
import { Stop } from './ending.ts'
import type { Desk } from './environment.ts'
import { inParallel } from './in-parallel.ts'
import { type BroughtPicture, closedPictures, namedPictures } from './manuscript-pictures.ts'
import { putPicture } from './pictures.ts'
import type { Ready } from './prepare.ts'
import { progress } from './progress.ts'

/** A manuscript that is to be stored, and what is stored in its place. */
export type Wanted = { readonly ready: Ready; readonly stored: StoredDocument | null }

const uploadsAtOnce = 6

/** Those that are not stored yet, or not as open or closed as they have to be. */
export function missingPictures({ ready, stored }: Wanted): BroughtPicture[] {
  const { collection } = ready.manuscript
  const known = stored ? namedPictures(stored.fields) : new Set()
  const wasClosed = stored ? closedPictures(collection, stored.fields) : new Set()
  return ready.pictures.filter(
    ({ id }) => !known.has(id) || wasClosed.has(id) !== ready.closed.has(id),
  )
}

/** All of them, or none of the documents is to be written. Throws where one is not taken. */
export async function uploadPictures(desk: Desk, candidates: readonly Wanted[]) {
  const uploads = candidates.flatMap((candidate) =>
    missingPictures(candidate).map((picture) => ({ picture, closed: candidate.ready.closed })),
  )
  const bar = progress('storing pictures', uploads.length)
  try {
    await inParallel(uploads, uploadsAtOnce, async ({ picture, closed }) => {
      const { id, file } = picture
      const stored = await putPicture(desk, id, readFileSync(file), picture, closed.has(id))
      bar.advance()
      if (stored.ok) return
      throw new Stop(
        `No document was written: ${file} could not be stored, ${stored.failure.reason}.`,
        stored.failure.kind === 'away' ? 'away' : 'refused',
      )
    })
  } finally {
    bar.end()
  }
}
