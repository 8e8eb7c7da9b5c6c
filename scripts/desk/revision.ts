/**
 * Who changed what: `{collection}/{slug}/revisions/{id}`, written in the same commit as the change,
 * and never changed or removed afterwards. Each holds the whole document as it became.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type {
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { EditedCollection } from './manuscript.ts'

export const revisionSchema = z.object({
  /** Of the commit, by the database's clock. */
  at: z.date(),
  /** Null where the desk found what somebody had written by other means. */
  by: z.string().nullable(),
  action: z.string(),
  message: z.string().optional(),
  /** Under which name its earlier revisions are. */
  formerSlug: z.string().optional(),
})
export type Revision = z.infer<typeof revisionSchema>

export type Place = { readonly collection: EditedCollection; readonly slug: string }

export const revisionsOf = ({ collection, slug }: Place) => ({
  collection: 'revisions',
  under: `${collection}/${slug}`,
})

/** Sorts by time; the end tells apart what two editors do in one millisecond. */
export function revisionId(at: Date): string {
  return `${at.toISOString().replace(/[-:.]/g, '')}-${randomBytes(2).toString('hex')}`
}

/** Milliseconds: Firestore ends every request that takes longer. */
const requestPatience = 60_000

type NewRevision = Omit<Revision, 'at'> & { readonly fields: Fields | null }

/** After `earlier`, an updateTime, whatever the clock of this machine says. */
export function revisionWrite(place: Place, revision: NewRevision, earlier: string | null): Write {
  const now = Date.now()
  const at = new Date(Math.max(now, earlier === null ? now : Date.parse(earlier) + 1))
  return {
    set: `${place.collection}/${place.slug}/revisions/${revisionId(at)}`,
    fields: revision,
    serverTimes: ['at'],
  }
}

/**
 * What is stored and about to be replaced, as a revision of its own where it came from outside the
 * desk: nothing is ever lost by being written over. Null where the desk wrote it.
 */
export async function foundRevision(
  firestore: Firestore,
  place: Place,
  stored: StoredDocument,
): Promise<Result<Write | null, FirestoreFailure>> {
  const at = new Date(stored.updateTime)
  // A revision has the time of its request, which comes before that of the commit.
  const since = new Date(at.getTime() - requestPatience)
  const answer = await firestore.query({
    ...revisionsOf(place),
    where: [{ field: 'at', is: 'GREATER_THAN_OR_EQUAL', value: since }],
    orderBy: 'at',
    fields: ['at'],
  })
  if (!answer.ok) return answer
  const isOurs = answer.value.documents.some(({ updateTime }) => updateTime === stored.updateTime)
  if (isOurs) return succeed(null)
  const fields = { at, by: null, action: 'found', fields: stored.fields }
  return succeed({
    set: `${place.collection}/${place.slug}/revisions/${revisionId(at)}`,
    fields,
  })
}
