/** Handlers that delete, restore, submit and take over drafts. */

import type { Draft } from '../../src/domain/draft.ts'
import { isKnownDraft, putIntoBin, takeOutOfBin, takeOver } from '../../src/domain/draft-changes.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { Act } from '../../src/domain/staff/act.ts'
import type { Staff } from '../identity/caller.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, type Refusal, refuse } from '../identity/handler.ts'
import { commitUnlessOvertaken } from '../platform/adapters/optimistic-lock.ts'
import {
  changeDocument,
  createDocumentAct,
  createDraftWrites,
  findVisibleDraft,
  isEditor,
  refuseOutdated,
  refuseScheduled,
} from './change-document.ts'
import type { EditedRef, StoredDraft } from './load-document.ts'

type Code = 'not_found' | 'outdated'

type DraftChange = {
  readonly draft: Draft
  readonly act: Pick<Act, 'kind' | 'before' | 'after'>
}

/** Leaves the draft unchanged if `change` returns a null change. */
export const changeDraft = <Value>(
  deps: Deps,
  ref: EditedRef,
  staff: Staff,
  change: (draft: StoredDraft) =>
    | {
        readonly change: DraftChange | null
        readonly answer: Value
      }
    | 'scheduled'
    | 'outdated',
): Promise<Result<Value, Refusal<Code | 'not_possible' | 'unavailable'>>> =>
  changeDocument<Value, Code | 'not_possible'>(deps, ref, async (loaded) => {
    const draft = findVisibleDraft(loaded, staff)
    if (!draft) return refuse('not_found')
    const changed = change(draft)
    if (changed === 'outdated') return refuseOutdated(deps, draft)
    if (changed === 'scheduled') return refuseScheduled()
    if (!changed.change) return succeed(changed.answer)
    const { act, draft: next } = changed.change
    const written = await commitUnlessOvertaken(deps.firestore, [
      ...createDraftWrites(loaded, next),
      createDocumentAct(staff, { ref, ...act }, deps.now()),
    ])
    return written.ok ? succeed(changed.answer) : written
  })

const name = ({ revision }: Draft) => `revision ${revision}`

export const deleteDraft: Handle<'DELETE /api/desk/documents/:collection/:slug/draft'> = (
  ref,
  staff,
  deps,
) =>
  changeDraft(deps, ref, staff, (draft) => {
    if (draft.deletedAt) return { change: null, answer: undefined }
    if (draft.publishAt && !isEditor(staff)) return 'scheduled'
    const act = { kind: 'draftDeleted', before: name(draft), after: null } as const
    return { change: { draft: putIntoBin(draft, deps.now()), act }, answer: undefined }
  })

export const restoreDraft: Handle<'POST /api/desk/documents/:collection/:slug/draft/restore'> = (
  ref,
  staff,
  deps,
) =>
  changeDraft(deps, ref, staff, (draft) => {
    if (!draft.deletedAt) return { change: null, answer: undefined }
    const act = { kind: 'draftRestored', before: null, after: name(draft) } as const
    return { change: { draft: takeOutOfBin(draft), act }, answer: undefined }
  })

export const submitDraft: Handle<'POST /api/desk/documents/:collection/:slug/submit'> = (
  { revision, base, note, ...ref },
  staff,
  deps,
) =>
  changeDraft(deps, ref, staff, (draft) => {
    if (!isKnownDraft(draft, { revision, base }) || draft.deletedAt) return 'outdated'
    const { submitted } = draft
    const { uid: by } = staff
    if (submitted?.by === by && submitted.note === note) return { change: null, answer: undefined }
    const act = { kind: 'draftSubmitted', before: null, after: name(draft) } as const
    const changed = { ...draft, submitted: { at: deps.now(), by, note } }
    return { change: { draft: changed, act }, answer: undefined }
  })

export const takeOverDraft: Handle<'POST /api/desk/documents/:collection/:slug/take-over'> = (
  ref,
  staff,
  deps,
) =>
  changeDraft(deps, ref, staff, (draft) => {
    if (draft.deletedAt) return 'outdated'
    const taken = takeOver(draft, staff.uid, deps.now())
    if (!taken) return { change: null, answer: undefined }
    const act = { kind: 'draftTakenOver', before: draft.savedBy, after: staff.uid } as const
    return { change: { draft: taken, act }, answer: undefined }
  })
