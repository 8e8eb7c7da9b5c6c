import type { Draft } from '../../src/domain/draft.ts'
import { isSameContent } from '../../src/domain/draft-changes.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { type EditedRef, readText } from './load-document.ts'
import { findRevisionOfVersion, isOfVersion, listRevisions } from './revision.ts'
import { pickContent } from './write-decision.ts'

/** The actions of the picture library, which changes a document and its draft in the same way. */
export const pictureActions = ['changed picture', 'replaced picture'] as const

/** Whether only the picture library has changed the document since this version. */
export async function hasOnlyOtherPictures(
  firestore: Firestore,
  ref: EditedRef,
  base: string,
  stored: StoredDocument,
): Promise<Result<boolean, FirestoreFailure>> {
  const listed = await listRevisions(firestore, ref)
  if (!listed.ok) return listed
  const { value: revisions } = listed
  const baseIndex = revisions.findIndex((entry) => isOfVersion(entry, base))
  const later = revisions.slice(0, Math.max(baseIndex, 0))
  return succeed(
    later.length > 0 &&
      later[0]!.version === stored.updateTime &&
      later.every(({ revision }) => pictureActions.some((action) => action === revision.action)),
  )
}

/** Whether the draft is based on the stored document's text. A correction, for example, doesn't change that text. */
export async function isBasedOn(
  firestore: Firestore,
  ref: EditedRef,
  { base }: Pick<Draft, 'base'>,
  stored: StoredDocument | null,
): Promise<Result<boolean, FirestoreFailure>> {
  if (base === null || !stored) return succeed(base === null && !stored)
  if (base === stored.updateTime) return succeed(true)
  const found = await findRevisionOfVersion(firestore, ref, base)
  if (!found.ok) return found
  if (!found.value) return succeed(false)
  const { collection } = ref
  // Adds the same defaults as a change does.
  const [before, after] = [found.value, stored.fields].map((fields) =>
    readText(collection, pickContent(collection, fields)),
  )
  if (isSameContent(before!, after!)) return succeed(true)
  return hasOnlyOtherPictures(firestore, ref, base, stored)
}
