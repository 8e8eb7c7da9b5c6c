import type { Draft } from '../../src/domain/draft.ts'
import { isSameContent } from '../../src/domain/draft-changes.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../platform/adapters/firestore.ts'
import { type EditedRef, readText } from './load-document.ts'
import { findRevisionOfVersion } from './revision.ts'
import { pickContent } from './write-decision.ts'

/**
 * Whether the text of the stored document is the one that the draft changes. A correction, for one, leaves it as it
 * was.
 */
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
  // With the defaults that a change adds.
  const [before, after] = [found.value, stored.fields].map((fields) =>
    readText(collection, pickContent(collection, fields)),
  )
  return succeed(isSameContent(before!, after!))
}
