/** The document after a change, from the same commit; immutable: `{collection}/{slug}/revisions/{id}`. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type {
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'

export const revisionSchema = z.object({
  /** The commit's time. */
  at: z.date(),
  /** Null for a change made outside the desk. */
  by: z.string().nullable(),
  action: z.string(),
  message: z.string().optional(),
  formerSlug: z.string().optional(),
})
type Revision = z.infer<typeof revisionSchema>

export const revisionQuery = ({ collection, slug }: DocumentRef) => ({
  collection: 'revisions',
  parent: `${collection}/${slug}`,
})

/** Sorts by time. The suffix distinguishes changes in the same millisecond. */
function createRevisionId(at: Date): string {
  return `${at.toISOString().replace(/[-:.]/g, '')}-${randomBytes(2).toString('hex')}`
}

/** Milliseconds after which Firestore ends every request. */
const maxRequestDuration = 60_000

type NewRevision = Omit<Revision, 'at'> & { readonly fields: Fields | null }

/** Dated after `previousUpdateTime`, even if this machine's clock is slow. */
export function buildRevisionWrite(
  ref: DocumentRef,
  revision: NewRevision,
  previousUpdateTime: string | null,
): Write {
  const previous = previousUpdateTime === null ? 0 : Date.parse(previousUpdateTime)
  const at = new Date(Math.max(Date.now(), previous + 1))
  return {
    set: `${ref.collection}/${ref.slug}/revisions/${createRevisionId(at)}`,
    fields: revision,
    serverTimes: ['at'],
  }
}

/** Overwriting a version from outside the desk must lose nothing. Null if the desk wrote it. */
export async function buildUnrecordedRevision(
  firestore: Firestore,
  ref: DocumentRef,
  stored: StoredDocument,
): Promise<Result<Write | null, FirestoreFailure>> {
  const at = new Date(stored.updateTime)
  // A revision has the time of its request, which is before the commit's.
  const since = new Date(at.getTime() - maxRequestDuration)
  const result = await firestore.query({
    ...revisionQuery(ref),
    where: [{ field: 'at', is: 'GREATER_THAN_OR_EQUAL', value: since }],
    orderBy: 'at',
    fields: ['at'],
  })
  if (!result.ok) return result
  const isRecorded = result.value.documents.some(
    ({ updateTime }) => updateTime === stored.updateTime,
  )
  if (isRecorded) return succeed(null)
  const path = `${ref.collection}/${ref.slug}/revisions/${createRevisionId(at)}`
  const fields = { at, by: null, action: 'changed', fields: stored.fields }
  return succeed({ set: path, fields })
}
