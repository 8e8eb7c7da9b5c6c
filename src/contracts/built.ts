/**
 * The note in a site that says up to when it holds everything: what was committed to Firestore at
 * this time or before is in it. A file like the others, so that the Worker reads its own version's.
 */
import { z } from 'zod'

export const builtFile = 'built.json'

/**
 * Milliseconds by which a read goes back behind the one before it: a document may become visible
 * later than its timestamp.
 */
export const readOverlap = 10 * 60 * 1000

const builtSchema = z.object({ syncedAt: z.iso.datetime() })

/** `syncedAt` by Firestore's clock. */
export function builtNote(syncedAt: Date): string {
  return JSON.stringify({ syncedAt: syncedAt.toISOString() } satisfies z.input<typeof builtSchema>)
}

/** Throws where it is not such a note. */
export function parseBuiltNote(text: string): Date {
  return new Date(builtSchema.parse(JSON.parse(text)).syncedAt)
}
