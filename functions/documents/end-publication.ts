/** Withdraws stories, and turns published stories back into drafts. */
import type { Draft } from '../../src/domain/draft.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Staff } from '../identity/caller.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import type { StoredDocument } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken } from '../platform/adapters/optimistic-lock.ts'
import { changeDocument, createDocumentAct, createDraftWrites } from './change-document.ts'
import {
  answer,
  type Code,
  planChange,
  refuseCollection,
  refuseOtherVersion,
  toCommitted,
} from './change-published.ts'
import { type CommittedChange, commitPublicChange } from './commit-change.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { getState } from './get-document.ts'
import { type EditedRef, type LoadedDocument, readOlderDraft } from './load-document.ts'

type Ending = {
  readonly ref: EditedRef
  readonly version: string
  readonly kind: 'withdrawn' | 'unpublished'
  readonly reason?: string
  /** Returns the draft to keep, whose links end too; null to keep none. */
  readonly keepDraft: (loaded: LoadedDocument, stored: StoredDocument) => Draft | null
}

/** Withdraws a story from readers: its address responds like that of a withdrawn story. */
async function endPublication(
  deps: DocumentsDeps,
  staff: Staff,
  { ref, version, kind, reason, keepDraft }: Ending,
) {
  if (ref.collection !== 'articles') return refuseCollection()

  /** Ends the schedule of a withdrawn story's draft, which would publish the story again. */
  async function endSchedule(draft: Draft, stored: StoredDocument, loaded: LoadedDocument) {
    const act = createDocumentAct(
      staff,
      { ref, kind, before: 'scheduled', after: kind },
      deps.now(),
    )
    const writes = createDraftWrites(loaded, { ...draft, publishAt: null, preview: null })
    const committed = await commitUnlessOvertaken(deps.firestore, [...writes, act])
    return committed.ok ? succeed(toCommitted(stored)) : committed
  }

  const ended = await changeDocument<CommittedChange, Code>(deps, ref, async (loaded) => {
    const { stored, draft } = loaded
    if (!stored) return refuse('not_found')
    const state = getState(stored)
    if (state === 'withdrawn') {
      const scheduled = kind === 'withdrawn' && draft?.publishAt ? draft : null
      return scheduled ? endSchedule(scheduled, stored, loaded) : succeed(toCommitted(stored))
    }
    if (stored.updateTime !== version) return refuseOtherVersion(ref)
    if (kind === 'unpublished' && state !== 'published')
      return refuse('not_possible', 'This story is scheduled. End its schedule instead.')
    const kept = keepDraft(loaded, stored)
    // A remaining schedule would publish the story again.
    const keptWrites =
      kept && createDraftWrites(loaded, { ...kept, publishAt: null, preview: null })
    const change = { ref, kind, before: state, after: kind }
    const act = createDocumentAct(staff, change, deps.now())
    const fields = { ...stored.fields, status: 'withdrawn' }
    const options = { action: kind, ...(reason === undefined ? {} : { message: reason }) }
    const relatedWrites = [...(keptWrites ?? []), act]
    const planned = await planChange(
      deps,
      staff,
      { ref, stored },
      { fields, relatedWrites },
      options,
    )
    if (!planned.ok) return planned
    if (planned.value === 'unchanged') return succeed(toCommitted(stored))
    return commitPublicChange(deps, planned.value)
  })
  return ended.ok ? answer(deps, ref, ended.value) : ended
}

export const withdrawDocument: Handle<
  'POST /api/desk/documents/:collection/:slug/withdraw',
  DocumentsDeps
> = ({ version, reason, ...ref }, staff, deps) =>
  endPublication(deps, staff, {
    ref,
    version,
    kind: 'withdrawn',
    reason,
    keepDraft: ({ draft }) => (draft?.publishAt || draft?.preview ? draft : null),
  })

export const unpublishDocument: Handle<
  'POST /api/desk/documents/:collection/:slug/unpublish',
  DocumentsDeps
> = ({ version, ...ref }, staff, deps) =>
  endPublication(deps, staff, {
    ref,
    version,
    kind: 'unpublished',
    keepDraft: ({ draft }, stored) =>
      draft && !draft.deletedAt
        ? draft
        : {
            ...readOlderDraft(ref, stored),
            kept: {},
            base: stored.updateTime,
            revision: (draft?.revision ?? 0) + 1,
            owner: staff.uid,
            savedBy: staff.uid,
            savedAt: deps.now(),
          },
  })
