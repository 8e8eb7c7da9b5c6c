/** Changes published documents, except for their text. */
import { conflictingPath, publicPath } from '../../src/content/manuscript/document.ts'
import { getDraftPath } from '../../src/domain/draft.ts'
import { findKeyProblem } from '../../src/domain/publication.ts'
import { renamableCollections } from '../../src/domain/renamable-collections.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import type { FirestoreFailure, StoredDocument, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken } from '../platform/adapters/optimistic-lock.ts'
import {
  changeDocument,
  createDocumentAct,
  createOlderDraftRemoval,
  getStaffName,
} from './change-document.ts'
import {
  type Attempt,
  answer,
  type Code,
  planChange,
  refuseCollection,
  toCommitted,
} from './change-published.ts'
import { type CommittedChange, commitPublicChange } from './commit-change.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { getState } from './get-document.ts'
import { type EditedRef, getDocumentPath, type LoadedDocument } from './load-document.ts'
import { formatProblems } from './plan-publication.ts'
import { findCompletedRename, planRenameWrites, type RenamableRef } from './rename-writes.ts'
import { planOneWrite } from './write-documents.ts'

export const addCorrection: Handle<
  'POST /api/desk/documents/:collection/:slug/corrections',
  DocumentsDeps
> = async ({ text, at, ...ref }, staff, deps) => {
  if (ref.collection !== 'articles') return refuseCollection()
  const now = deps.now()
  const time = at === undefined ? now : new Date(at)
  if (time > now)
    return refuse(
      'not_possible',
      'A correction can’t be dated in the future. Choose an earlier time.',
    )
  const corrected = await changeDocument<CommittedChange, Code>(deps, ref, async ({ stored }) => {
    if (!stored) return refuse('not_found')
    const state = getState(stored)
    if (state !== 'published')
      return refuse(
        'not_possible',
        `This story is ${state}. You can add corrections to published stories only.`,
      )
    const { corrections } = stored.fields
    const before: readonly ({ readonly text?: unknown } | null)[] = Array.isArray(corrections)
      ? corrections
      : []
    if (before.some((one) => one?.text === text)) return succeed(toCommitted(stored))
    const fields = { ...stored.fields, corrections: [...before, { at: time, text }] }
    const count = (corrections: number) => `${corrections} corrections`
    const act = createDocumentAct(
      staff,
      { ref, kind: 'corrected', before: count(before.length), after: count(before.length + 1) },
      now,
    )
    const options = { action: 'corrected', message: text }
    const change = { fields, relatedWrites: [act] }
    const planned = await planChange(deps, staff, { ref, stored }, change, options)
    if (!planned.ok) return planned
    if (planned.value === 'unchanged') return succeed(toCommitted(stored))
    return commitPublicChange(deps, planned.value)
  })
  return corrected.ok ? answer(deps, ref, corrected.value) : corrected
}

const isRenamable = (ref: EditedRef): ref is EditedRef & RenamableRef =>
  renamableCollections.some((collection) => collection === ref.collection)

export const renameDocument: Handle<
  'POST /api/desk/documents/:collection/:slug/rename',
  DocumentsDeps
> = async ({ to: slug, ...ref }, staff, deps) => {
  const to = { ...ref, slug }
  const problem = findKeyProblem(to.collection, slug)
  if (problem !== null) return refuse('not_possible', `“${slug}” ${problem}.`)
  if (slug === ref.slug)
    return refuse('not_possible', 'The document already has this address. Choose another one.')
  const renamed = await changeDocument<CommittedChange | null, Code>(deps, ref, async (loaded) => {
    const { stored, draft } = loaded
    if (!stored && !draft) return findEarlierRename(deps, ref, to)
    const taken = await findTaken(deps, to)
    if (!taken.ok) return taken
    if (taken.value !== null)
      return refuse('not_possible', `${taken.value} already uses that address. Choose another one.`)
    const now = deps.now()
    const act = createDocumentAct(
      staff,
      { ref: to, kind: 'renamed', before: ref.slug, after: slug },
      now,
    )
    const moved = [...moveDraft(loaded, to, now), act]
    if (!stored) {
      const committed = await commitUnlessOvertaken(deps.firestore, moved)
      return committed.ok ? succeed(null) : committed
    }
    if (!isRenamable(ref))
      return refuse(
        'not_possible',
        'Only stories, pages and events can have another address once they’re published.',
      )
    return renameStored(deps, staff, { from: ref, to: { ...ref, slug }, stored }, moved)
  })
  if (!renamed.ok) return renamed
  return renamed.value ? answer(deps, to, renamed.value) : succeed({ path: publicPath(to) })
}

async function renameStored(
  deps: DocumentsDeps,
  staff: Staff,
  renaming: {
    readonly from: RenamableRef
    readonly to: RenamableRef
    readonly stored: StoredDocument
  },
  moved: readonly Write[],
): Attempt {
  const { from, to, stored } = renaming
  const writer = { firestore: deps.firestore, editor: getStaffName(staff) }
  const related = await planRenameWrites(writer, renaming)
  if (!related.ok) {
    if (related.failure.kind !== 'tooManyRedirects') return fail(related.failure)
    return refuse(
      'not_possible',
      'This address can’t be changed any more: too many old addresses redirect to it.',
    )
  }
  const { updatedAt: _, ...fields } = stored.fields
  const change = { ...to, fields, base: 'new', relatedWrites: [...related.value, ...moved] }
  const options = { action: 'renamed', message: `from ${publicPath(from)}`, formerSlug: from.slug }
  const planned = await planOneWrite(writer, change, { ...options, dryRun: false })
  if (!planned.ok) return planned
  if ('writes' in planned.value) return commitPublicChange(deps, planned.value.writes)
  return planned.value.result === 'invalid'
    ? refuse('not_possible', formatProblems(planned.value.problems))
    : refuse('not_possible', 'Another document uses that address now. Choose another one.')
}

/** The moved draft keeps its revision number, its base version and the time of its last save. */
function moveDraft(
  { ref, draft, olderDraft }: LoadedDocument,
  to: EditedRef,
  renamedAt: Date,
): Write[] {
  if (!draft) return []
  const { updateTime, ...fields } = draft
  const moved = {
    ...fields,
    slug: to.slug,
    formerSlug: ref.slug,
    renamedAt,
    preview: null,
    revision: Math.max(fields.revision, 1),
  }
  return [
    { set: getDraftPath(to.collection, to.slug), fields: moved, ifExists: false },
    ...(updateTime === null
      ? []
      : [{ remove: getDraftPath(ref.collection, ref.slug), ifUpdatedAt: updateTime }]),
    ...(olderDraft ? createOlderDraftRemoval(ref, olderDraft) : []),
  ]
}

/** Returns the path of the document or draft that uses the address; null if the address is free. */
export async function findTaken(
  { firestore }: DocumentsDeps,
  to: EditedRef,
): Promise<Result<string | null, FirestoreFailure>> {
  const conflicting = conflictingPath(to)
  const paths = [
    getDocumentPath(to),
    getDraftPath(to.collection, to.slug),
    ...(conflicting ? [conflicting] : []),
  ]
  const found = await firestore.getAll(paths, ['status'])
  if (!found.ok) return found
  return succeed(paths.find((_, index) => found.value[index] !== null) ?? null)
}

async function findEarlierRename(
  { firestore }: DocumentsDeps,
  ref: EditedRef,
  to: EditedRef,
): Attempt<CommittedChange | null> {
  const draft = await firestore.get(getDraftPath(to.collection, to.slug))
  if (!draft.ok) return draft
  const isMoved = draft.value?.fields.formerSlug === ref.slug
  if (isRenamable(ref)) {
    const completed = await findCompletedRename({ firestore }, ref, { ...ref, slug: to.slug })
    if (!completed.ok) return completed
    if (completed.value) return succeed(toCommitted(completed.value))
  }
  return isMoved ? succeed(null) : refuse('not_found')
}
