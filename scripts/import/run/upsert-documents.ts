/** Writes new documents, and those unchanged since their last import; with `overwrite`, also those edited since. */

import type { StoredDraft } from '../../../functions/documents/load-document.ts'
import { revisionQuery } from '../../../functions/documents/revision.ts'
import { decideWrite } from '../../../functions/documents/write-decision.ts'
import { type Change, writeDocuments } from '../../../functions/documents/write-documents.ts'
import type { StoredDocument, Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import type { DocumentRef } from '../../../src/content/manuscript/document.ts'
import { describeProblem } from '../../../src/content/manuscript/problem.ts'
import { getDraftPath } from '../../../src/domain/draft.ts'
import type { Desk } from '../../desk/command-line/desk-environment.ts'
import { requireStored } from '../../desk/command-line/exit-status.ts'
import { queryDocuments } from '../../desk/documents/stored-documents.ts'
import { noteForEditor, noteLoss } from '../items/note.ts'
import type { ImportedDocument, UpsertOptions, UpsertResult } from './imported-document.ts'
import type { ImportOutcome } from './report-row.ts'
import { findDraftObstacle, isDraftable, readStoredDraft, upsertDraft } from './upsert-drafts.ts'

const importAction = 'imported'

/** The activity that begins messages about database failures. */
const activity = 'Importing'

/** Returns results in the order of the documents. Can be called again after an interruption. */
export async function upsertDocuments(
  desk: Desk,
  documents: readonly ImportedDocument[],
  options: UpsertOptions,
): Promise<{ readonly results: readonly UpsertResult[]; readonly committedAt: string | null }> {
  const results = new Array<UpsertResult>(documents.length)
  const changes: { index: number; change: Change; importOutcome: ImportOutcome }[] = []
  const stored = await readDocuments(desk, documents)
  const drafts = await readDrafts(desk, documents)
  const plans = await mapConcurrently(
    documents,
    12,
    async (document, index): Promise<UpsertPlan> => {
      const before = stored[index] ?? null
      const draft = drafts[index] ?? null
      if (before || !isDraftable(document)) return planUpsert(desk, document, before, options)
      if (document.fields.status === 'draft') return upsertDraft(desk, document, draft, options)
      const obstacle = draft && findDraftObstacle(draft, options)
      if (obstacle) return obstacle
      return { base: 'new', importOutcome: draft ? 'updated' : 'imported', ended: draft }
    },
  )
  const separateWrites: Write[] = []
  for (const [index, plan] of plans.entries()) {
    const document = documents[index]!
    if ('base' in plan) {
      const { base, importOutcome, ended } = plan
      const relatedWrites = [...document.relatedWrites, ...(ended ? [endDraft(ended)] : [])]
      changes.push({ index, importOutcome, change: { ...document, base, relatedWrites } })
      continue
    }
    const { adoptsKey, ...upserted } = plan
    results[index] = upserted
    if (adoptsKey && options.adoptsKeys) {
      const { importedFrom } = document.fields
      const path = `${document.collection}/${document.slug}`
      separateWrites.push({ set: path, fields: { importedFrom }, merge: true, ifExists: true })
    }
    if (upserted.importOutcome === 'skipped') continue
    // The source may have given the post further old addresses.
    if (isVisible(document, upserted.status)) separateWrites.push(...document.relatedWrites)
  }

  const decided = changes.map(({ change }) => change)
  const writeOptions = { action: importAction, dryRun: options.dryRun }
  const written = requireStored(activity, await writeDocuments(desk, decided, writeOptions))
  for (const [order, outcome] of written.outcomes.entries()) {
    const { index, importOutcome, change } = changes[order]!
    const status = (change.fields?.status as string | undefined) ?? null
    if (outcome.result === 'written' || outcome.result === 'unchanged') {
      results[index] = {
        importOutcome: outcome.result === 'written' ? importOutcome : 'unchanged',
        status,
        notes: [],
      }
    } else if (outcome.result === 'conflict') {
      results[index] = {
        importOutcome: 'preserved',
        status: readStatus(outcome.theirs),
        notes: [noteForEditor('somebody else changed it at the same time: run the import again')],
      }
    } else {
      const notes = outcome.problems.map(({ field, message }) =>
        noteForEditor(describeProblem(field, message)),
      )
      results[index] = { importOutcome: 'skipped', status: null, notes }
    }
  }
  const committedAt = options.dryRun ? null : await commitInBatches(desk, separateWrites)
  return { results, committedAt: committedAt ?? written.committedAt }
}

const readStatus = (stored: StoredDocument | null) =>
  typeof stored?.fields.status === 'string' ? stored.fields.status : null

/** An old address must not redirect to a page that readers can't see. */
function isVisible({ collection }: DocumentRef, status: string | null): boolean {
  return collection !== 'articles' || status === 'published'
}

type UpsertPlan =
  | (UpsertResult & { readonly adoptsKey?: boolean })
  | {
      readonly base: string | 'new'
      readonly importOutcome: ImportOutcome
      /** The stored draft of a post that is now published in the source. */
      readonly ended?: StoredDraft | null
    }

const endDraft = ({ collection, slug, updateTime }: StoredDraft): Write => ({
  remove: getDraftPath(collection, slug),
  ...(updateTime === null ? {} : { ifUpdatedAt: updateTime }),
})

/** The number is low, because Firestore returns whole articles. */
const readsPerRequest = 50
const maxConcurrentRequests = 2

/** Returns records in the order of the documents; null for new ones. */
const readDocuments = (desk: Desk, documents: readonly DocumentRef[]) =>
  readAll(
    desk,
    documents.map(({ collection, slug }) => `${collection}/${slug}`),
  )

/** Returns drafts in the order of the documents; null for those without a draft. */
async function readDrafts(
  desk: Desk,
  documents: readonly DocumentRef[],
): Promise<readonly (StoredDraft | null)[]> {
  const refs = documents.filter(isDraftable)
  const paths = refs.map(({ collection, slug }) => getDraftPath(collection, slug))
  const records = await readAll(desk, paths)
  const drafts = new Map(refs.map((ref, index) => [ref, readStoredDraft(records[index] ?? null)]))
  return documents.map((document) => (isDraftable(document) && drafts.get(document)) || null)
}

async function readAll(
  { firestore }: Desk,
  paths: readonly string[],
): Promise<readonly (StoredDocument | null)[]> {
  const batches: string[][] = []
  for (let start = 0; start < paths.length; start += readsPerRequest)
    batches.push(paths.slice(start, start + readsPerRequest))
  const reads = await mapConcurrently(batches, maxConcurrentRequests, (batch) =>
    firestore.getAll(batch),
  )
  return reads.flatMap((read) => requireStored(activity, read))
}

async function planUpsert(
  desk: Desk,
  document: ImportedDocument,
  stored: StoredDocument | null,
  { overwrite }: UpsertOptions,
): Promise<UpsertPlan> {
  const { collection, fields } = document
  if (!stored) return { base: 'new', importOutcome: 'imported' }
  const status = readStatus(stored)
  if (document.isNew && stored.fields.importedFrom !== fields.importedFrom) {
    const notes = [
      noteLoss('its address has been used since the import began: run the import again'),
    ]
    return { importOutcome: 'skipped', status: null, notes }
  }
  if (decideWrite(collection, 'any', fields, stored) === 'skip') {
    return { importOutcome: 'unchanged', status, notes: [] }
  }
  const update = { base: stored.updateTime, importOutcome: 'updated' } as const
  const hasOtherKey = stored.fields.importedFrom !== fields.importedFrom
  const preserve = (note: string, adoptsKey = hasOtherKey) =>
    ({ importOutcome: 'preserved', status, notes: [noteForEditor(note)], adoptsKey }) as const
  // An import must never republish what the desk has withdrawn.
  if (status === 'withdrawn')
    return preserve('withdrawn with the desk: to restore it, publish it with the desk')
  if (overwrite) return update
  const latestImport = await findLastImport(desk, document, stored)
  if (latestImport.isLatest) {
    const storedImageCount = countImages(stored.fields)
    const losesImages = document.missingImageCount > 0 && storedImageCount > countImages(fields)
    if (!losesImages) return update
    return preserve(
      'some of its pictures or recordings can’t be fetched now: use --overwrite to import it without them',
      // A write here would look like an edit to the next import.
      false,
    )
  }
  const { fields: imported } = latestImport
  const isSourceUnchanged =
    imported &&
    decideWrite(collection, 'any', fields, {
      ...stored,
      fields: { ...imported, importedFrom: fields.importedFrom },
    }) === 'skip'
  return preserve(
    isSourceUnchanged
      ? 'edited with the desk since the last import; no change in the source'
      : 'edited with the desk and changed in the source since the last import: use --overwrite to import the source’s version',
  )
}

function countImages({ body, image, portrait }: Fields): number {
  const files =
    typeof body === 'string' ? (body.match(/::(?:figure\{image|audio\{file)=/g)?.length ?? 0) : 0
  return files + [image, portrait].filter(Boolean).length
}

type LastImport = { readonly isLatest: boolean; readonly fields: Fields | null }

/** Finds a document's last import, and whether it is the latest write. */
async function findLastImport(
  desk: Desk,
  ref: DocumentRef,
  stored: StoredDocument,
): Promise<LastImport> {
  const where = [{ field: 'action', is: 'EQUAL', value: importAction }] as const
  const found = await queryDocuments(desk, { ...revisionQuery(ref), where }, activity)
  const latestImport = found.at(-1)
  return {
    // One commit writes the document and its revision, at the same time.
    isLatest: latestImport?.updateTime === stored.updateTime,
    fields: (latestImport?.fields.fields as Fields | undefined) ?? null,
  }
}

const writesPerCommit = 400

/** Commits writes that belong to no document; returns the time of the last commit. */
export async function commitInBatches(
  { firestore }: Desk,
  writes: readonly Write[],
): Promise<string | null> {
  let committedAt: string | null = null
  for (let start = 0; start < writes.length; start += writesPerCommit) {
    const batch = writes.slice(start, start + writesPerCommit)
    committedAt = requireStored(activity, await firestore.commit(batch)).at
  }
  return committedAt
}
