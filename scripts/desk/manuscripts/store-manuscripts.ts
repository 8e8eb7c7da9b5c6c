/**
 * Validates all manuscripts before writing anything, uploads images before the documents that use
 * them, and updates the files last. Running it again finishes an interrupted run.
 */
import { resolve } from 'node:path'
import { isAsImported, parseDraft } from '../../../functions/documents/load-document.ts'
import { buildRedirectRemoval } from '../../../functions/documents/redirect-write.ts'
import { type WriteOutcome, writeDocuments } from '../../../functions/documents/write-documents.ts'
import type { StoredDocument, Write } from '../../../functions/platform/adapters/firestore.ts'
import type { Fields } from '../../../functions/platform/adapters/firestore-values.ts'
import { mapConcurrently } from '../../../functions/platform/map-concurrently.ts'
import { publicPath } from '../../../src/content/manuscript/document.ts'
import { getDraftPath } from '../../../src/domain/draft.ts'
import { workingDirectory } from '../../shared/operator-environment.ts'
import { type Desk, requireEditor } from '../command-line/desk-environment.ts'
import {
  type ExitStatus,
  firestoreError,
  requireStored,
  worstStatus,
} from '../command-line/exit-status.ts'
import { createProgressBar } from '../command-line/terminal.ts'
import { maxConcurrentReads, readDocument } from '../documents/stored-documents.ts'
import { laterTimestamp } from '../site/site-client.ts'
import { describeConflict, readEditor } from './conflict.ts'
import { updateManuscriptFile } from './manuscript-file.ts'
import { type PreparedManuscript, prepareFiles, type TargetStatus } from './prepare-manuscripts.ts'
import { printDryRun } from './print-dry-run.ts'
import { printProblems } from './print-problems.ts'
import { findMissingImages, type UploadCandidate, uploadImages } from './upload-images.ts'

export type StoreOptions = {
  readonly target: TargetStatus
  readonly action: string
  readonly message?: string | undefined
  readonly overwrite: boolean
  readonly dryRun: boolean
  /** The reason to refuse a stored document; null to allow it. */
  readonly findRefusal?: (stored: StoredDocument) => string | null
}

type StoreResult = {
  readonly prepared: PreparedManuscript
  /** False if the same content was stored already. */
  readonly isWritten: boolean
  /** No published document had its address before. */
  readonly isNew: boolean
}

type StoreSummary = {
  readonly status: ExitStatus
  /** Without those that couldn't be stored, whose reason is printed. */
  readonly manuscripts: readonly StoreResult[]
  /** The latest commit that contains any of them, including an earlier run's. */
  readonly changedAt: string | null
}

type StoreCandidate = UploadCandidate & { readonly fields: Fields }

export async function storeManuscripts(
  desk: Desk,
  paths: readonly string[],
  options: StoreOptions,
): Promise<StoreSummary> {
  const { target, dryRun } = options
  requireEditor(desk)
  const prepared = await prepareFiles(paths, target, desk)
  const stop = (status: ExitStatus) => ({ status, manuscripts: [], changedAt: null })
  if (!prepared.ok) {
    printProblems(prepared.failure)
    return stop('refused')
  }
  const refusals = prepared.value.flatMap(({ manuscript, stored }) => {
    const reason = stored && options.findRefusal?.(stored)
    return reason ? [manuscript.problem([], reason)] : []
  })
  if (refusals.length > 0) {
    printProblems(refusals)
    return stop('refused')
  }

  const candidates = prepared.value.map(
    (prepared): StoreCandidate => ({
      prepared,
      stored: prepared.stored,
      fields: preservePublishedAt(prepared, target),
    }),
  )
  const changes = await mapConcurrently(candidates, maxConcurrentReads, async (candidate) => ({
    collection: candidate.prepared.manuscript.collection,
    slug: candidate.prepared.manuscript.slug,
    fields: candidate.fields,
    base: resolveBaseVersion(candidate, options),
    relatedWrites: [
      ...(await planRedirectRemoval(desk, candidate)),
      ...(await planDraftEnd(desk, candidate)),
    ],
  }))
  const { action, message } = options
  const revisionOptions = { action, ...(message === undefined ? {} : { message }) }

  // Decides for all of them first, because nothing is stored if one can't be.
  const decided = await writeDocuments(desk, changes, { ...revisionOptions, dryRun: true })
  if (!decided.ok) throw firestoreError('Nothing was written', decided.failure)
  const { outcomes } = decided.value
  const obstacle = await printObstacles(desk, candidates, outcomes)
  if (obstacle !== 'done') return stop(obstacle)
  if (dryRun) {
    for (const [index, candidate] of candidates.entries()) {
      const { prepared, stored, fields } = candidate
      const images = findMissingImages(candidate)
      printDryRun(prepared, stored, fields, outcomes[index]!.result, images)
    }
    console.log('Nothing was written.')
    return stop('done')
  }

  await uploadImages(desk, candidates)
  const progressBar = createProgressBar('storing', changes.length)
  let done = 0
  const written = await writeDocuments(desk, changes, {
    ...revisionOptions,
    dryRun: false,
    onProgress(completed) {
      progressBar.advance(completed - done)
      done = completed
    },
  })
  progressBar.end()
  if (!written.ok) throw firestoreError('Not everything was written', written.failure)

  const status = await printObstacles(desk, candidates, written.value.outcomes)
  let changedAt = written.value.committedAt
  const manuscripts = candidates.flatMap((candidate, index): StoreResult[] => {
    const outcome = written.value.outcomes[index]!
    if (!('updateTime' in outcome)) return []
    if (outcome.updateTime !== null) {
      updateManuscript(candidate, outcome.updateTime)
      changedAt = laterTimestamp(changedAt, outcome.updateTime)
    }
    const { prepared, stored } = candidate
    const isWritten = outcome.result === 'written'
    return [{ prepared, isWritten, isNew: !wasVisible(stored) }]
  })
  return { status, manuscripts, changedAt }
}

/** With `findRefusal`, only the checked version may be replaced, even when overwriting. */
function resolveBaseVersion(
  { prepared, stored }: StoreCandidate,
  { overwrite, findRefusal }: StoreOptions,
) {
  if (!overwrite) return prepared.manuscript.version ?? 'new'
  return findRefusal ? (stored?.updateTime ?? 'new') : 'any'
}

function wasVisible(stored: StoredDocument | null): boolean {
  return stored !== null && (stored.fields.status ?? 'published') === 'published'
}

/** A published article keeps its time, even if the file doesn't contain it. */
function preservePublishedAt(
  { manuscript, fields, stored }: PreparedManuscript,
  target: TargetStatus,
) {
  const isTimeGiven =
    target.publishedAt !== undefined || manuscript.fields.publishedAt !== undefined
  const previousTime = stored?.fields.status === 'published' ? stored.fields.publishedAt : undefined
  if (isTimeGiven || !(previousTime instanceof Date)) return fields
  return { ...fields, publishedAt: previousTime }
}

/** A redirect from its address stays until readers find the document there. */
async function planRedirectRemoval(
  desk: Desk,
  { prepared, stored, fields }: StoreCandidate,
): Promise<Write[]> {
  const isPublished = (fields.status ?? 'published') === 'published'
  if (!isPublished || wasVisible(stored)) return []
  const address = publicPath(prepared.manuscript)
  const found = await buildRedirectRemoval(desk.firestore, address)
  const removal = requireStored(`Reading the redirect from ${address}`, found)
  return removal ? [removal] : []
}

/** An imported draft ends with what its file becomes. One that the desk has saved since stays. */
async function planDraftEnd(desk: Desk, { prepared, stored }: StoreCandidate): Promise<Write[]> {
  const { collection, slug } = prepared.manuscript
  const path = getDraftPath(collection, slug)
  const record = stored ? null : await readDocument(desk, path)
  const draft = record && parseDraft(record)
  return draft && isAsImported(draft) ? [{ remove: path, ifUpdatedAt: record.updateTime }] : []
}

async function printObstacles(
  desk: Desk,
  candidates: readonly StoreCandidate[],
  outcomes: readonly WriteOutcome[],
): Promise<ExitStatus> {
  const statuses: ExitStatus[] = []
  for (const [index, outcome] of outcomes.entries())
    statuses.push(await printObstacle(desk, candidates[index]!, outcome))
  return worstStatus(statuses)
}

async function printObstacle(
  desk: Desk,
  { prepared }: StoreCandidate,
  outcome: WriteOutcome,
): Promise<ExitStatus> {
  const { manuscript } = prepared
  switch (outcome.result) {
    case 'written':
    case 'unchanged':
      return 'done'
    case 'conflict': {
      const { collection, slug } = manuscript
      const { mine, theirs } = outcome
      const by = theirs && (await readEditor(desk, manuscript, theirs))
      console.error(describeConflict({ collection, slug, mine: mine ?? {}, theirs, by }))
      return 'conflict'
    }
    case 'invalid':
      printProblems(
        outcome.problems.map(({ field, message }) => manuscript.problem(field, message)),
      )
      return 'refused'
  }
}

/** Lets the editor publish the file again, based on this version. */
function updateManuscript({ prepared, fields }: StoreCandidate, version: string) {
  const { path, fields: frontMatter } = prepared.manuscript
  const { publishedAt, status } = fields
  const isTimeChanged = Number(frontMatter.publishedAt) !== Number(publishedAt)
  updateManuscriptFile(resolve(workingDirectory(), path), {
    version,
    ...(publishedAt instanceof Date && isTimeChanged ? { publishedAt } : {}),
    ...(typeof frontMatter.status === 'string' && frontMatter.status !== status
      ? { status: String(status) }
      : {}),
  })
}
