/** Changes a picture in documents and drafts that show it, in one commit with the picture's record. */
import { isDraftFields } from '../../src/domain/draft.ts'
import { isSameContent } from '../../src/domain/draft-changes.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import { createDraftWrites, getStaffName } from '../documents/change-document.ts'
import { type CommittedChange, commitPublicChange } from '../documents/commit-change.ts'
import type { DocumentsDeps } from '../documents/documents-deps.ts'
import type { pictureActions } from '../documents/is-based-on.ts'
import type { StoredDraft } from '../documents/load-document.ts'
import { openDraftPictures } from '../documents/open-draft-pictures.ts'
import { planOneWrite } from '../documents/write-documents.ts'
import type { Staff } from '../identity/caller.ts'
import { type Refusal, refuse } from '../identity/handler.ts'
import type { FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, type Overtaken } from '../platform/adapters/optimistic-lock.ts'
import { changePicture } from './document-pictures.ts'
import { readUsingDocuments } from './find-uses.ts'
import type { StoredPicture } from './picture-records.ts'

type Options = {
  /** `uses`: the documents and drafts to change. */
  readonly picture: StoredPicture
  readonly change: Parameters<typeof changePicture>[2]
  /** The action that the revisions record. */
  readonly action: (typeof pictureActions)[number]
  /** Whether a document that can't be stored prevents changes to the others. */
  readonly isStrict: boolean
  readonly relatedWrites: readonly Write[]
}

export type ChangedUses = {
  readonly changed: number
  /** Set if readers see a change. */
  readonly committed: CommittedChange | null
}

/** Nobody's save: the draft remains the last person's, so an open editor merges the change instead of asking. */
function changeDraft(
  draft: StoredDraft,
  id: string,
  change: Options['change'],
): StoredDraft | null {
  const { body, ...fields } = changePicture({ ...draft.fields, body: draft.body }, id, change)
  if (!isDraftFields(fields)) return null
  const changed = { ...draft, fields, body: String(body), revision: draft.revision + 1 }
  return isSameContent(draft, changed) ? null : changed
}

export async function changeUses(
  deps: DocumentsDeps,
  staff: Staff,
  { picture, change, action, isStrict, relatedWrites }: Options,
): Promise<
  Result<ChangedUses, Refusal<'not_possible' | 'unavailable'> | FirestoreFailure | Overtaken>
> {
  const { firestore } = deps
  const documents = await readUsingDocuments(firestore, picture)
  if (!documents.ok) return documents
  const writer = { firestore, editor: getStaffName(staff) }
  const writes: Write[] = []
  let changed = 0
  let isPublic = false
  for (const { ref, stored, draft } of documents.value) {
    if (draft) {
      const changedDraft = changeDraft(draft, picture.id, change)
      if (!changedDraft) continue
      writes.push(...createDraftWrites({ ref, stored, draft, olderDraft: null }, changedDraft))
      changed++
      continue
    }
    const { updatedAt: _, ...before } = stored.fields
    const fields = changePicture(before, picture.id, change)
    const base = stored.updateTime
    const planned = await planOneWrite(writer, { ...ref, fields, base }, { action, dryRun: false })
    if (!planned.ok) return planned
    if ('writes' in planned.value) {
      const opened = await openDraftPictures(deps, ref, fields, stored)
      if (!opened.ok) return opened
      writes.push(...planned.value.writes)
      changed++
      isPublic = true
      continue
    }
    if (planned.value.result === 'invalid' && isStrict)
      return refuse(
        'not_possible',
        `The picture can’t be replaced in ${ref.collection}/${ref.slug}, which has other problems. Open that document, fix the problems and publish it first.`,
      )
  }
  if (isPublic) {
    const committed = await commitPublicChange(deps, [...writes, ...relatedWrites])
    return committed.ok ? succeed({ changed, committed: committed.value }) : committed
  }
  const committed = await commitUnlessOvertaken(firestore, [...writes, ...relatedWrites])
  return committed.ok ? succeed({ changed, committed: null }) : committed
}
