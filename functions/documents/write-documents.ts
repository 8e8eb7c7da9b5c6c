/**
 * Validates and writes the desk's changes to the publication. One commit stores each document with its revision, and
 * never overwrites someone else's change. Repeating an interrupted call finishes the change.
 */

import type { DocumentRef } from '../../src/content/manuscript/document.ts'
import type { FieldProblem } from '../../src/content/manuscript/problem.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type {
  CommitResult,
  Firestore,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../platform/adapters/firestore.ts'
import type { Fields } from '../platform/adapters/firestore-values.ts'
import { isConflict } from '../platform/adapters/optimistic-lock.ts'
import { mapConcurrently } from '../platform/map-concurrently.ts'
import { claimIdentifiers, type IdentifierClaims, settleIdentifier } from './document-identifier.ts'
import { buildRevisionWrite, buildUnrecordedRevision } from './revision.ts'
import { splitIntoBatches, type WriteGroup } from './write-batches.ts'
import { type BaseVersion, decideWrite } from './write-decision.ts'

export type Writer = {
  readonly firestore: Firestore
  /** The editor's name in the log. */
  readonly editor: string | null
}

export type Change = DocumentRef & {
  /** The whole document without `updatedAt`; null removes it. */
  readonly fields: Fields | null
  readonly base: BaseVersion
  /** Written in the same commit as the document, or not at all; at most 400. */
  readonly relatedWrites?: readonly Write[]
}

export type WriteOptions = {
  /** The log's name for the change, such as `published`. */
  readonly action: string
  readonly message?: string
  readonly formerSlug?: string
  readonly draftRevision?: number
  /** Decides without writing; `written` then means that the change would be written. */
  readonly dryRun: boolean
  readonly onProgress?: (done: number, of: number) => void
}

export type WriteOutcome =
  /** `updateTime` is null in a dry run, or if the document was removed. */
  | { readonly result: 'written'; readonly updateTime: string | null }
  | { readonly result: 'unchanged'; readonly updateTime: string | null }
  | {
      readonly result: 'conflict'
      readonly mine: Fields | null
      readonly theirs: StoredDocument | null
    }
  | { readonly result: 'invalid'; readonly problems: readonly FieldProblem[] }

export type WriteResult = {
  /** Outcomes, in the order of the changes. */
  readonly outcomes: readonly WriteOutcome[]
  /** The last commit's time; null if nothing was written. */
  readonly committedAt: string | null
}

/** Attempts to write a document that others are writing too. */
const maxAttempts = 5

type PlannedWrite = WriteGroup & { readonly index: number }
type FirestoreResult<Value> = Promise<Result<Value, FirestoreFailure>>

/** Imported on demand with the Markdown parser, which few of the Worker's requests need. */
const loadChecks = () => import('../../src/content/manuscript/validate-document.ts')

const documentPath = ({ collection, slug }: DocumentRef) => `${collection}/${slug}`

const maxConcurrentReads = 24

/** After a failure, some of the changes may already have been written. */
export async function writeDocuments(
  writer: Writer,
  changes: readonly Change[],
  options: WriteOptions,
): FirestoreResult<WriteResult> {
  const outcomes = new Array<WriteOutcome>(changes.length)
  const planned: PlannedWrite[] = []
  const claims = claimIdentifiers(changes)
  const plannedWrites = await mapConcurrently(changes, maxConcurrentReads, (change) =>
    planWrite(writer, change, options, claims),
  )
  for (const [index, result] of plannedWrites.entries()) {
    if (!result.ok) return result
    if ('result' in result.value) outcomes[index] = result.value
    else planned.push({ index, ...result.value })
  }

  let committedAt: string | null = null
  let done = changes.length - planned.length
  for (const batch of splitIntoBatches(planned)) {
    if (options.dryRun) {
      for (const { index } of batch) outcomes[index] = { result: 'written', updateTime: null }
      continue
    }
    const committed = await writer.firestore.commit(batch.flatMap(({ writes }) => writes))
    if (committed.ok) {
      committedAt = committed.value.at
      let first = 0
      for (const { index, writes } of batch) {
        outcomes[index] = toWrittenOutcome(changes[index]!, committed.value, first)
        first += writes.length
      }
    } else if (isConflict(committed.failure)) {
      // At least one document has changed since it was read. Writing each separately stores the others.
      for (const { index } of batch) {
        const one = await writeWithRetries(writer, changes[index]!, options, claims)
        if (!one.ok) return one
        outcomes[index] = one.value.outcome
        committedAt = one.value.committedAt ?? committedAt
      }
    } else return committed
    done += batch.length
    options.onProgress?.(done, changes.length)
  }
  return succeed({ outcomes, committedAt })
}

function toWrittenOutcome(
  change: Change,
  { updateTimes }: CommitResult,
  first: number,
): WriteOutcome {
  return { result: 'written', updateTime: change.fields === null ? null : updateTimes[first]! }
}

async function writeWithRetries(
  writer: Writer,
  change: Change,
  options: WriteOptions,
  claims: IdentifierClaims,
): FirestoreResult<{ outcome: WriteOutcome; committedAt: string | null }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const result = await planWrite(writer, change, options, claims)
    if (!result.ok) return result
    if ('result' in result.value) return succeed({ outcome: result.value, committedAt: null })
    const committed = await writer.firestore.commit(result.value.writes)
    if (committed.ok) {
      const outcome = toWrittenOutcome(change, committed.value, 0)
      return succeed({ outcome, committedAt: committed.value.at })
    }
    if (!isConflict(committed.failure)) return committed
  }
  return fail({ kind: 'conflict' })
}

/** Plans a document's writes, the first of which is the document itself, or returns why nothing is written. */
export const planOneWrite = (writer: Writer, change: Change, options: WriteOptions) =>
  planWrite(writer, change, options, claimIdentifiers([change]))

async function planWrite(
  writer: Writer,
  change: Change,
  options: WriteOptions,
  claims: IdentifierClaims,
): FirestoreResult<WriteOutcome | WriteGroup> {
  const { collection, slug, base, relatedWrites = [] } = change
  const { validateDocument } = await loadChecks()
  // An invalid story can still be withdrawn.
  const isWithdrawal = change.fields?.status === 'withdrawn'
  const checked =
    change.fields && !isWithdrawal ? validateDocument(collection, slug, change.fields) : null
  if (checked && !checked.fields) {
    return succeed({ result: 'invalid', problems: checked.problems })
  }
  const read = await writer.firestore.get(documentPath(change))
  if (!read.ok) return read
  const stored = read.value
  const { action, message, formerSlug, draftRevision } = options
  const valid = isWithdrawal ? change.fields : (checked?.fields ?? null)
  const settled = valid
    ? await settleIdentifier(writer.firestore, change, valid, { stored, formerSlug, claims })
    : succeed(null)
  if (!settled.ok) return settled
  const mine = settled.value
  switch (decideWrite(collection, base, mine, stored)) {
    case 'skip':
      return succeed({ result: 'unchanged', updateTime: stored?.updateTime ?? null })
    case 'conflict':
      return succeed({ result: 'conflict', mine, theirs: stored })
  }
  const unrecordedRevision =
    stored && !options.dryRun
      ? await buildUnrecordedRevision(writer.firestore, change, stored)
      : succeed(null)
  if (!unrecordedRevision.ok) return unrecordedRevision
  const revision = {
    by: writer.editor,
    action,
    message,
    formerSlug,
    draftRevision,
    fields: mine ?? stored!.fields,
  }
  const writes = [
    documentWrite(change, mine, stored),
    ...(unrecordedRevision.value ? [unrecordedRevision.value] : []),
    buildRevisionWrite(change, revision, stored?.updateTime ?? null),
    ...relatedWrites,
  ]
  return succeed({ writes })
}

function documentWrite(
  ref: DocumentRef,
  fields: Fields | null,
  stored: StoredDocument | null,
): Write {
  const path = documentPath(ref)
  if (fields === null) return { remove: path, ifUpdatedAt: stored!.updateTime }
  const precondition = stored ? { ifUpdatedAt: stored.updateTime } : { ifExists: false }
  return { set: path, fields, serverTimes: ['updatedAt'], ...precondition }
}
