/** Imports stories that readers may not see yet, as drafts of the desk. */
import {
  createImportedDraft,
  type EditedRef,
  isAsImported,
  parseDraft,
  type StoredDraft,
  toDraftDocument,
} from '../../../functions/documents/load-document.ts'
import { decideWrite } from '../../../functions/documents/write-decision.ts'
import {
  createSafeWrite,
  type StoredDocument,
} from '../../../functions/platform/adapters/firestore.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import { describeProblem } from '../../../src/content/manuscript/problem.ts'
import { validateDocument } from '../../../src/content/manuscript/validate-document.ts'
import { getDraftPath } from '../../../src/domain/draft.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { firestoreError } from '../../desk/command-line/exit-status.ts'
import { noteForEditor } from '../items/note.ts'
import type { ImportedDocument, UpsertOptions, UpsertResult } from './imported-document.ts'

export type DraftableRef = EditedRef & { readonly collection: 'articles' }

export const isDraftable = (ref: DocumentRef): ref is DraftableRef => ref.collection === 'articles'

/** Returns null for a record that can't be read. */
export const readStoredDraft = (record: StoredDocument | null): StoredDraft | null =>
  record && parseDraft(record)

const editedNote =
  'edited with the desk since the last import: use --overwrite to import the source’s version'

/** Returns why the desk's version of a draft must be kept; null if it may be replaced. */
export function findDraftObstacle(
  draft: StoredDraft,
  { overwrite }: Pick<UpsertOptions, 'overwrite'>,
): UpsertResult | null {
  if (overwrite || isAsImported(draft)) return null
  return { importOutcome: 'preserved', status: 'draft', notes: [noteForEditor(editedNote)] }
}

/** Creates the draft, or updates one that the desk hasn't changed; with `overwrite`, also one that it has. */
export async function upsertDraft(
  { firestore }: Desk,
  { collection, slug, fields }: ImportedDocument & DraftableRef,
  draft: StoredDraft | null,
  options: UpsertOptions,
): Promise<UpsertResult> {
  const { problems } = validateDocument(collection, slug, fields)
  if (problems.length > 0) {
    const notes = problems.map(({ field, message }) =>
      noteForEditor(describeProblem(field, message)),
    )
    return { importOutcome: 'skipped', status: null, notes }
  }
  const done = (importOutcome: UpsertResult['importOutcome']): UpsertResult => ({
    importOutcome,
    status: 'draft',
    notes: [],
  })
  if (draft) {
    const stored = { id: slug, fields: toDraftDocument(draft), updateTime: '' }
    const isSame = decideWrite(collection, 'any', fields, stored) === 'skip'
    if (isSame && draft.deletedAt === null) return done('unchanged')
    const obstacle = findDraftObstacle(draft, options)
    if (obstacle) return obstacle
  }
  if (options.dryRun) return done(draft ? 'updated' : 'imported')
  const imported = createImportedDraft({ collection, slug }, fields, new Date())
  const changed = { ...imported, revision: (draft?.revision ?? 0) + 1 }
  const written = await firestore.commit([
    createSafeWrite(getDraftPath(collection, slug), draft?.updateTime, changed),
  ])
  if (written.ok) return done(draft ? 'updated' : 'imported')
  if (written.failure.kind !== 'conflict') throw firestoreError('Importing', written.failure)
  const note = 'somebody else changed it at the same time: run the import again'
  return { importOutcome: 'preserved', status: 'draft', notes: [noteForEditor(note)] }
}
