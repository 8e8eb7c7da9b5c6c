/** A document after a change, stored by the same commit in `{collection}/{slug}/revisions/{id}`, and never changed. */
import { z } from 'zod'
import type { DocumentRef } from '../../src/content/manuscript/document.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type {
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'

const revisionSchema = z.object({
  /** The commit's time. */
  at: z.date(),
  /** Null for a change made outside the desk. */
  by: z.string().nullable(),
  action: z.string(),
  message: z.string().optional(),
  formerSlug: z.string().optional(),
  /** The number of the published draft, which identifies a repeated call. */
  draftRevision: z.int().optional(),
})
type Revision = z.infer<typeof revisionSchema>

export const revisionQuery = ({ collection, slug }: DocumentRef) => ({
  collection: 'revisions',
  parent: `${collection}/${slug}`,
})

/** Ids that the cron job creates have a longer suffix. */
export const revisionIdPattern = /^[0-9TZ]{16,20}-[0-9a-f]{4,8}$/

/** Ids sort by time. The suffix distinguishes changes in the same millisecond. */
function createRevisionId(at: Date): string {
  return `${at.toISOString().replace(/[-:.]/g, '')}-${crypto.randomUUID().slice(0, 4)}`
}

/** Milliseconds after which Firestore ends every request. */
const maxRequestDuration = 60_000

type NewRevision = Omit<Revision, 'at'> & { readonly fields: Fields | null }

/** The revision's id is later than `previousUpdateTime`, even if this machine's clock is slow. */
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

/** Records a version written outside the desk, so that overwriting loses nothing. Null if the desk wrote it. */
export async function buildUnrecordedRevision(
  firestore: Firestore,
  ref: DocumentRef,
  stored: StoredDocument,
): Promise<Result<Write | null, FirestoreFailure>> {
  const at = new Date(stored.updateTime)
  // A revision is dated at its request, which is before the commit.
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

export type RevisionEntry = {
  readonly id: string
  /** The address at which the revision was written, perhaps before a rename. */
  readonly ref: DocumentRef
  readonly revision: Revision
  /** The `updateTime` of the document after the change. */
  readonly version: string
}

const revisionFields = ['at', 'by', 'action', 'message', 'formerSlug', 'draftRevision']

/** The maximum number of renames to follow. */
const maxRenamings = 20

/** Lists revisions under the current and earlier names, latest first, without their documents. */
export async function listRevisions(
  firestore: Pick<Firestore, 'query'>,
  ref: DocumentRef,
): Promise<Result<readonly RevisionEntry[], FirestoreFailure>> {
  const entries: RevisionEntry[] = []
  // The document may have been renamed back.
  const seen = new Set<string>()
  const pending = [ref.slug]
  for (let slug = pending.pop(); slug !== undefined; slug = pending.pop()) {
    if (seen.has(slug) || seen.size === maxRenamings) continue
    seen.add(slug)
    const oneRef = { ...ref, slug }
    const found = await firestore.query({
      ...revisionQuery(oneRef),
      orderBy: 'at',
      fields: revisionFields,
    })
    if (!found.ok) return found
    for (const { id, fields, updateTime } of found.value.documents) {
      const revision = revisionSchema.safeParse(fields)
      if (!revision.success) continue
      entries.push({ id, ref: oneRef, revision: revision.data, version: updateTime })
      const { formerSlug } = revision.data
      if (formerSlug !== undefined) pending.push(formerSlug)
    }
  }
  const getTime = ({ revision }: RevisionEntry) => revision.at.getTime()
  return succeed(entries.sort((one, other) => getTime(other) - getTime(one)))
}

/** Null if no revision has this id. */
export async function readRevision(
  firestore: Pick<Firestore, 'get'>,
  { ref, id }: Pick<RevisionEntry, 'ref' | 'id'>,
): Promise<Result<Fields | null, FirestoreFailure>> {
  const stored = await firestore.get(`${ref.collection}/${ref.slug}/revisions/${id}`)
  if (!stored.ok) return stored
  const fields = stored.value?.fields.fields
  return succeed(typeof fields === 'object' && fields !== null ? (fields as Fields) : null)
}

/** A version written outside the desk was recorded with the next change, under its own time. */
export const isOfVersion = ({ revision, version }: RevisionEntry, wanted: string): boolean =>
  version === wanted ||
  (revision.by === null && revision.at.getTime() === new Date(wanted).getTime())

/** Returns the document as it was in this version; null if that version isn't stored. */
export async function findRevisionOfVersion(
  firestore: Pick<Firestore, 'get' | 'query'>,
  ref: DocumentRef,
  version: string,
): Promise<Result<Fields | null, FirestoreFailure>> {
  const listed = await listRevisions(firestore, ref)
  if (!listed.ok) return listed
  const entry = listed.value.find((one) => isOfVersion(one, version))
  return entry ? readRevision(firestore, entry) : succeed(null)
}
