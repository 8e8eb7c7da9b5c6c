/**
 * Handles due records in the order of `dueAt`. Claiming a record moves `dueAt` to its next attempt, so that a failure
 * or a stopped Worker only delays the record, and other runs skip it in the meantime.
 */

import { getNextAttemptAt } from '../../../src/domain/outbox/outbox-item.ts'
import { type Result, succeed } from '../../../src/domain/result.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, FirestoreFailure, Query, StoredDocument } from '../adapters/firestore.ts'
import type { Log } from '../log.ts'
import { catchExceptions, type JobOutcome, type Run } from './cron-job.ts'

export type JobDeps = {
  readonly firestore: Firestore
  readonly now: () => Date
  readonly log: Log
}

export type DueRecords = {
  readonly collection: string
  readonly where?: Query['where']
  readonly concurrency: number
  /** The circuit breaker of the service that every record needs. */
  readonly breaker?: CircuitBreaker
  /** `document` contains the claim's `updateTime`. */
  handle(document: StoredDocument): Promise<Result<void, { readonly kind: string }>>
}

const pageSize = 50

/** In milliseconds. */
const outageRetryDelay = 30_000

/** In milliseconds: longer than sending an email usually takes, and shorter than a retry's delay. */
const maxAttemptDuration = 60_000

type AttemptOutcome = 'done' | 'failed' | 'serviceUnavailable' | 'claimedElsewhere'

const countAttempts = ({ fields: { attempts } }: Pick<StoredDocument, 'fields'>) =>
  Number.isSafeInteger(attempts) ? Math.max(0, attempts as number) : 0

function isBeingAttempted({ fields: { attemptStartedAt } }: StoredDocument, now: Date): boolean {
  return (
    attemptStartedAt instanceof Date &&
    now.getTime() - attemptStartedAt.getTime() < maxAttemptDuration
  )
}

/**
 * Attempts a record even before it's due again, but not while another run or request is handling it. Fails only if the
 * database does.
 */
export async function attemptRecord(
  { firestore, now, log }: JobDeps,
  records: Pick<DueRecords, 'collection' | 'breaker' | 'handle'>,
  document: StoredDocument,
): Promise<Result<AttemptOutcome, FirestoreFailure>> {
  const { collection, breaker } = records
  if (isBeingAttempted(document, now())) return succeed('claimedElsewhere')
  const set = `${collection}/${document.id}`
  const previousAttempts = countAttempts(document)
  const claim = {
    attempts: previousAttempts + 1,
    dueAt: getNextAttemptAt(previousAttempts + 1, now()),
    attemptStartedAt: now(),
  }
  const claimed = await firestore.commit([
    { set, fields: claim, merge: true, ifUpdatedAt: document.updateTime },
  ])
  if (!claimed.ok) {
    return claimed.failure.kind === 'conflict' ? succeed('claimedElsewhere') : claimed
  }
  const updateTime = claimed.value.updateTimes[0]!
  const fields = { ...document.fields, ...claim }
  const handled = await catchExceptions(() => records.handle({ ...document, fields, updateTime }))
  if (handled.ok) return succeed('done')
  const { failure } = handled
  const { kind } = failure
  const reason = kind === 'threw' && 'reason' in failure ? `threw ${failure.reason}` : kind
  log('record_not_handled', { collection, id: document.id, reason })
  if (kind !== 'unavailable' || !breaker?.isOpen()) {
    // If this write fails, the attempt counts as finished a minute after it started.
    await firestore.commit([
      { set, fields: { attemptStartedAt: null }, merge: true, ifUpdatedAt: updateTime },
    ])
    return succeed('failed')
  }
  // An outage of the service doesn't count as a failed attempt.
  const restoredFields = {
    attempts: previousAttempts,
    dueAt: new Date(now().getTime() + outageRetryDelay),
    waitingSince: getDueDate(document),
    attemptStartedAt: null,
  }
  const restored = await firestore.commit([
    { set, fields: restoredFields, merge: true, ifUpdatedAt: updateTime },
  ])
  return restored.ok || restored.failure.kind === 'conflict'
    ? succeed('serviceUnavailable')
    : restored
}

/**
 * Returns when the record was first due. Both a claim and an outage move `dueAt`; an outage stores the earlier time.
 */
function getDueDate({ fields }: StoredDocument): Date | null {
  const { pendingSince, dueAt, waitingSince } = fields
  const candidates =
    countAttempts({ fields }) === 0 ? [waitingSince, dueAt] : [waitingSince, pendingSince, dueAt]
  return candidates.find((date) => date instanceof Date) ?? null
}

const findEarliest = (dates: readonly (Date | null)[]) =>
  dates.reduce((one, other) => (one && (!other || one <= other) ? one : other), null)

export async function handleDueRecords(
  deps: JobDeps,
  run: Run,
  records: DueRecords,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { collection, where = [], concurrency, breaker } = records
  const triedIds = new Set<string>()
  let done = 0
  let failed = 0
  const canContinue = () => run.hasTime() && !breaker?.isOpen()
  for (;;) {
    const found = await deps.firestore.query({
      collection,
      where: [...where, { field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
      orderBy: 'dueAt',
      limit: pageSize,
    })
    if (!found.ok) return found
    const { documents } = found.value
    const newDocuments = documents.filter(({ id }) => !triedIds.has(id))
    const waitingDocuments = new Set(newDocuments)
    const attempted = await runConcurrently(
      newDocuments,
      concurrency,
      canContinue,
      async (document) => {
        triedIds.add(document.id)
        const attempt = await attemptRecord(deps, records, document)
        if (!attempt.ok) return attempt
        if (attempt.value !== 'serviceUnavailable') waitingDocuments.delete(document)
        if (attempt.value === 'done') done++
        if (attempt.value === 'failed') failed++
        return attempt
      },
    )
    if (!attempted.ok) return attempted
    const isLastPage = documents.length < pageSize || newDocuments.length === 0
    if (isLastPage || waitingDocuments.size > 0) {
      return succeed({
        done,
        failed,
        waitingSince: findEarliest([...waitingDocuments].map(getDueDate)),
      })
    }
  }
}

/** Starts no further items once `canContinue` returns false or an item fails. Returns the failure. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  canContinue: () => boolean,
  handle: (item: Item) => Promise<Result<unknown, FirestoreFailure>>,
): Promise<Result<void, FirestoreFailure>> {
  const queue = items.values()
  let result: Result<void, FirestoreFailure> = succeed(undefined)
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (result.ok && canContinue()) {
        const next = queue.next()
        if (next.done) return
        const handled = await handle(next.value)
        if (!handled.ok) result = handled
      }
    }),
  )
  return result
}
