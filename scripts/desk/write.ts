/**
 * The one way in which the desk changes the publication: validated, in one commit with its revision,
 * and never over what somebody else has written meanwhile. Called twice it does nothing the second
 * time; stopped in the middle, the same call finishes.
 */
import type {
  Committed,
  FirestoreFailure,
  StoredDocument,
  Write,
} from '../../functions/adapters/firestore.ts'
import type { Fields } from '../../functions/adapters/firestore-values.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { batchesOf, type Writes } from './batches.ts'
import { type Base, decide } from './decision.ts'
import { type Desk, editorOf } from './environment.ts'
import { inParallel } from './in-parallel.ts'
import type { FieldProblem } from './problem.ts'
import { foundRevision, type Place, revisionWrite } from './revision.ts'
import { checkDocument } from './validation.ts'

export type Change = Place & {
  /** The whole document without `updatedAt`; null removes it. */
  readonly fields: Fields | null
  readonly base: Base
  /** Written in the same commit, and only where the document is; at most 400. */
  readonly alongside?: readonly Write[]
}

export type WriteOptions = {
  /** A word for the log, such as `published`. */
  readonly action: string
  readonly message?: string
  readonly formerSlug?: string
  /** Reads and decides; `written` then means that it would be. */
  readonly dryRun: boolean
  readonly onProgress?: (done: number, of: number) => void
}

export type Outcome =
  /** `updateTime` is null where it was a dry run, or the document was removed. */
  | { readonly result: 'written'; readonly updateTime: string | null }
  | { readonly result: 'unchanged'; readonly updateTime: string | null }
  | {
      readonly result: 'conflict'
      readonly mine: Fields | null
      readonly theirs: StoredDocument | null
    }
  | { readonly result: 'invalid'; readonly problems: readonly FieldProblem[] }

export type Written = {
  /** In the order of the changes. */
  readonly outcomes: readonly Outcome[]
  /** The last commit's time, to announce; null where nothing was written. */
  readonly at: string | null
}

const readsAtOnce = 24
/** How often one document is tried again that others are writing as well. */
const attempts = 5

type Planned = Writes & { readonly index: number }
type Answer<Value> = Promise<Result<Value, FirestoreFailure>>

const pathOf = ({ collection, slug }: Place) => `${collection}/${slug}`

/** A failure may leave some changes written and others not. Throws where no editor is known. */
export async function writeDocuments(
  desk: Desk,
  changes: readonly Change[],
  options: WriteOptions,
): Answer<Written> {
  const outcomes = new Array<Outcome>(changes.length)
  const planned: Planned[] = []
  editorOf(desk)
  const plans = await inParallel(changes, readsAtOnce, (change) => plan(desk, change, options))
  for (const [index, answer] of plans.entries()) {
    if (!answer.ok) return answer
    if ('result' in answer.value) outcomes[index] = answer.value
    else planned.push({ index, ...answer.value })
  }

  let at: string | null = null
  let done = changes.length - planned.length
  for (const batch of batchesOf(planned)) {
    if (options.dryRun) {
      for (const { index } of batch) outcomes[index] = { result: 'written', updateTime: null }
      continue
    }
    const committed = await desk.firestore.commit(batch.flatMap(({ writes }) => writes))
    if (committed.ok) {
      at = committed.value.at
      let first = 0
      for (const { index, writes } of batch) {
        outcomes[index] = writtenOutcome(changes[index]!, committed.value, first)
        first += writes.length
      }
    } else if (isConflict(committed.failure)) {
      // Somebody wrote one of them since it was read: each by itself, so that the others are stored.
      for (const { index } of batch) {
        const one = await writeOne(desk, changes[index]!, options)
        if (!one.ok) return one
        outcomes[index] = one.value.outcome
        at = one.value.at ?? at
      }
    } else return committed
    done += batch.length
    options.onProgress?.(done, changes.length)
  }
  return succeed({ outcomes, at })
}

function writtenOutcome(change: Change, { updateTimes }: Committed, first: number): Outcome {
  return { result: 'written', updateTime: change.fields === null ? null : updateTimes[first]! }
}

/** Firestore answers 404 to a change of a document that is gone. */
function isConflict(failure: FirestoreFailure): boolean {
  return failure.kind === 'conflict' || (failure.kind === 'rejected' && failure.status === 404)
}

async function writeOne(
  desk: Desk,
  change: Change,
  options: WriteOptions,
): Answer<{ outcome: Outcome; at: string | null }> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await plan(desk, change, options)
    if (!answer.ok) return answer
    if ('result' in answer.value) return succeed({ outcome: answer.value, at: null })
    const committed = await desk.firestore.commit(answer.value.writes)
    if (committed.ok) {
      const outcome = writtenOutcome(change, committed.value, 0)
      return succeed({ outcome, at: committed.value.at })
    }
    if (!isConflict(committed.failure)) return committed
  }
  return fail({ kind: 'conflict' })
}

/** Reads what is stored, and answers what came of it or what to write, the document first. */
async function plan(desk: Desk, change: Change, options: WriteOptions): Answer<Outcome | Writes> {
  const { collection, slug, base, alongside = [] } = change
  const checked = change.fields && checkDocument(collection, slug, change.fields)
  if (checked && !checked.fields) {
    return succeed({ result: 'invalid', problems: checked.problems })
  }
  const mine = checked?.fields ?? null
  const read = await desk.firestore.get(pathOf(change))
  if (!read.ok) return read
  const stored = read.value
  switch (decide(collection, base, mine, stored)) {
    case 'leave':
      return succeed({ result: 'unchanged', updateTime: stored?.updateTime ?? null })
    case 'conflict':
      return succeed({ result: 'conflict', mine, theirs: stored })
  }
  const found =
    stored && !options.dryRun ? await foundRevision(desk.firestore, change, stored) : succeed(null)
  if (!found.ok) return found
  const { action, message, formerSlug } = options
  const revision = {
    by: editorOf(desk),
    action,
    message,
    formerSlug,
    fields: mine ?? stored!.fields,
  }
  const writes = [
    documentWrite(change, mine, stored),
    ...(found.value ? [found.value] : []),
    revisionWrite(change, revision, stored?.updateTime ?? null),
    ...alongside,
  ]
  return succeed({ writes })
}

/** Holds only where it is still as it was read. */
function documentWrite(place: Place, fields: Fields | null, stored: StoredDocument | null): Write {
  const path = pathOf(place)
  if (fields === null) return { remove: path, ifUpdatedAt: stored!.updateTime }
  const precondition = stored ? { ifUpdatedAt: stored.updateTime } : { ifExists: false }
  return { set: path, fields, serverTimes: ['updatedAt'], ...precondition }
}
