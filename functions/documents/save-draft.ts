import { countMarks, maxMarks } from '../../src/content/manuscript/count-marks.ts'
import { applySave, decideSave } from '../../src/domain/draft-changes.ts'
import { findKeyProblem, getKeySchema } from '../../src/domain/publication.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse } from '../identity/handler.ts'
import { commitUnlessOvertaken } from '../platform/adapters/optimistic-lock.ts'
import {
  changeDocument,
  createDocumentAct,
  createDraftWrites,
  findRoomForDraft,
  findVisibleDraft,
  isEditor,
  refuseOutdated,
  refuseScheduled,
} from './change-document.ts'
import { findDraftProblems } from './check-draft.ts'
import type { DocumentsDeps } from './documents-deps.ts'
import { getState } from './get-document.ts'
import { getDocumentPath } from './load-document.ts'

/** Bytes of text and fields. Firestore's limit for a document is 1 MiB. */
const maxContentBytes = 950_000
const maxFieldsBytes = 100_000

const tooManyMarks = `The text has more than ${maxMarks.toLocaleString('en')} line breaks and Markdown characters. Divide it into several texts.`

const measureBytes = (text: string) => new TextEncoder().encode(text).length

export const saveDraft: Handle<
  'PUT /api/desk/documents/:collection/:slug/draft',
  DocumentsDeps
> = async ({ collection, slug, ...content }, staff, deps) => {
  const ref = { collection, slug }
  if (!getKeySchema(collection).safeParse(slug).success) return refuse('not_found')
  const keyProblem = findKeyProblem(collection, slug)
  if (keyProblem !== null) return refuse('not_possible', `“${slug}” ${keyProblem}.`)
  const fieldsBytes = measureBytes(JSON.stringify(content.fields))
  if (fieldsBytes > maxFieldsBytes || fieldsBytes + measureBytes(content.body) > maxContentBytes)
    return refuse('too_large')
  if (countMarks(content.body) > maxMarks) return refuse('too_large', tooManyMarks)
  const save = { ...content, by: staff.uid }
  const saved = await changeDocument(deps, ref, async (loaded) => {
    const { stored, draft } = loaded
    if (draft && !findVisibleDraft(loaded, staff)) return refuse('not_found')
    const isHidden = stored !== null && getState(stored) !== 'published' && !isEditor(staff)
    if (!draft && stored && (save.base === null || isHidden))
      return refuse(
        'not_possible',
        `${getDocumentPath(ref)} exists already. Choose another address.`,
      )
    // Every draft counts from 1, so the caller may have an earlier draft, which was published.
    if (draft && save.base !== draft.base && save.base !== (stored?.updateTime ?? null))
      return refuseOutdated(deps, draft)
    switch (decideSave(draft, save, isEditor(staff))) {
      case 'outdated':
        return refuseOutdated(deps, draft)
      case 'scheduled':
        return refuseScheduled()
      case 'same':
        return succeed({ draft: draft!, stored })
    }
    if (!draft) {
      const room = await findRoomForDraft(deps, staff)
      if (!room.ok) return room
    }
    const at = deps.now()
    const changed = applySave(draft, save, ref, at)
    const written = await commitUnlessOvertaken(deps.firestore, [
      ...createDraftWrites(loaded, changed),
      // One act covers each person's consecutive saves, because every pause in typing saves the draft.
      ...(draft?.savedBy === staff.uid && draft.deletedAt === null
        ? []
        : [
            createDocumentAct(
              staff,
              { ref, kind: 'draftSaved', before: describe(draft), after: describe(changed) },
              at,
            ),
          ]),
    ])
    return written.ok ? succeed({ draft: changed, stored }) : written
  })
  if (!saved.ok) return saved
  const { draft, stored } = saved.value
  const problems = await findDraftProblems(deps, ref, draft, stored)
  if (!problems.ok) return problems
  return succeed({
    revision: draft.revision,
    savedAt: draft.savedAt.toISOString(),
    takenOverBy: draft.takenOver?.by ?? null,
    problems: problems.value,
  })
}

const describe = (draft: { readonly revision: number } | null) =>
  draft && `revision ${draft.revision}`
