/** The steps that changes to published documents share. */
import { publicPath } from '../../src/content/manuscript/document.ts'
import type { Result } from '../../src/domain/result.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure, StoredDocument, Write } from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import type { Overtaken } from '../platform/adapters/optimistic-lock.ts'
import { getStaffName } from './change-document.ts'
import { type CommittedChange, finishPublicChange } from './commit-change.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { type EditedRef, getDocumentPath } from './load-document.ts'
import { formatProblems } from './plan-publication.ts'
import { planOneWrite, type WriteOptions } from './write-documents.ts'

export type Code = 'not_found' | 'outdated' | 'not_possible'

export type Attempt<Value = CommittedChange> = Promise<
  Result<Value, Refusal<Code> | FirestoreFailure | Overtaken>
>

export const refuseOtherVersion = (ref: EditedRef) =>
  refuse('outdated', `${getDocumentPath(ref)} has changed. Read the new version, then try again.`)

export const refuseCollection = () =>
  refuse('not_possible', 'Only stories can be corrected, withdrawn or unpublished.')

/** Plans the new version of exactly the document that was read. */
export async function planChange(
  deps: DocumentsDeps,
  staff: Staff,
  { ref, stored }: { readonly ref: EditedRef; readonly stored: StoredDocument },
  {
    fields: { updatedAt: _, ...fields },
    relatedWrites,
  }: { readonly fields: Fields; readonly relatedWrites: readonly Write[] },
  options: Omit<WriteOptions, 'dryRun'>,
): Attempt<readonly Write[] | 'unchanged'> {
  const writer = { firestore: deps.firestore, editor: getStaffName(staff) }
  const change = { ...ref, fields, base: stored.updateTime, relatedWrites }
  const planned = await planOneWrite(writer, change, { ...options, dryRun: false })
  if (!planned.ok) return planned
  if ('writes' in planned.value) return succeed(planned.value.writes)
  switch (planned.value.result) {
    case 'unchanged':
      return succeed('unchanged')
    case 'invalid':
      return refuse('not_possible', formatProblems(planned.value.problems))
    default:
      return refuseOtherVersion(ref)
  }
}

export const toCommitted = ({ updateTime }: StoredDocument): CommittedChange => ({
  version: updateTime,
  committedAt: updateTime,
})

/** Repeats the steps after a commit, in case the first call was interrupted. */
export async function answer(deps: DocumentsDeps, ref: EditedRef, committed: CommittedChange) {
  await finishPublicChange(deps, committed)
  return succeed({ path: publicPath(ref), ...committed })
}
