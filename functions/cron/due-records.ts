/**
 * Handles the records of a collection that are due, in the order of `dueAt`. A record is claimed before
 * it is handled, by moving its `dueAt` to the time of its next attempt: so whatever happens then (it
 * fails, it throws, it stops the Worker), it is due again later and behind the others, and a second
 * run leaves it alone meanwhile. Handling it successfully removes it or gives it a new `dueAt`.
 */
import { nextAttempt } from '../../src/domain/owed.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Firestore, FirestoreFailure, Query, StoredDocument } from '../adapters/firestore.ts'
import { isolate, type JobOutcome, type Log, type Run } from './job.ts'

export type Deps = {
  readonly firestore: Firestore
  readonly now: () => Date
  readonly log: Log
}

export type DueRecords = {
  readonly collection: string
  readonly where?: Query['where']
  /** Records handled at the same time. */
  readonly atOnce: number
  /** Of the service that every record needs. */
  readonly breaker?: CircuitBreaker
  /** `updateTime` is that of the claim. */
  handle(document: StoredDocument): Promise<Result<void, { readonly kind: string }>>
}

/** Records per query. */
const pageSize = 50

/** Milliseconds until a record is due again that failed only because a service was away. */
const untilNextRun = 30_000

type Attempt = 'done' | 'failed' | 'away' | 'claimedElsewhere'

const attemptsOf = ({ attempts }: StoredDocument['fields']) =>
  Number.isSafeInteger(attempts) ? Math.max(0, attempts as number) : 0

/** Claims one record and handles it. Fails only if the database does. */
export async function attemptRecord(
  { firestore, now, log }: Deps,
  records: Pick<DueRecords, 'collection' | 'breaker' | 'handle'>,
  document: StoredDocument,
): Promise<Result<Attempt, FirestoreFailure>> {
  const { collection, breaker } = records
  const set = `${collection}/${document.id}`
  const before = attemptsOf(document.fields)
  const claim = { attempts: before + 1, dueAt: nextAttempt(before + 1, now()) }
  const claimed = await firestore.commit([
    { set, fields: claim, merge: true, ifUpdatedAt: document.updateTime },
  ])
  if (!claimed.ok) {
    return claimed.failure.kind === 'conflict' ? succeed('claimedElsewhere') : claimed
  }
  const updateTime = claimed.value.updateTimes[0]!
  const fields = { ...document.fields, ...claim }
  const handled = await isolate(() => records.handle({ ...document, fields, updateTime }))
  if (handled.ok) return succeed('done')
  const { failure } = handled
  const { kind } = failure
  const reason = kind === 'threw' && 'reason' in failure ? `threw ${failure.reason}` : kind
  log('record_not_handled', { collection, id: document.id, reason })
  if (kind !== 'unavailable' || !breaker?.isOpen()) return succeed('failed')
  // It says nothing about the record, which must not wait longer for it.
  const dueAt = new Date(now().getTime() + untilNextRun)
  const restored = await firestore.commit([
    { set, fields: { attempts: before, dueAt }, merge: true, ifUpdatedAt: updateTime },
  ])
  return restored.ok || restored.failure.kind === 'conflict' ? succeed('away') : restored
}

/** When a record first became due, as far as it says. */
function dueSince({ fields: { owedSince, dueAt } }: StoredDocument): Date | null {
  if (owedSince instanceof Date) return owedSince
  return dueAt instanceof Date ? dueAt : null
}

const earliest = (dates: readonly (Date | null)[]) =>
  dates.reduce((one, other) => (one && (!other || one <= other) ? one : other), null)

export async function handleDueRecords(
  deps: Deps,
  run: Run,
  records: DueRecords,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { collection, where = [], atOnce, breaker } = records
  const tried = new Set<string>()
  let done = 0
  let failed = 0
  const mayGoOn = () => run.hasTime() && !breaker?.isOpen()
  for (;;) {
    const found = await deps.firestore.query({
      collection,
      where: [...where, { field: 'dueAt', is: 'LESS_THAN_OR_EQUAL', value: run.startedAt }],
      orderBy: 'dueAt',
      limit: pageSize,
    })
    if (!found.ok) return found
    const { documents } = found.value
    const fresh = documents.filter(({ id }) => !tried.has(id))
    const waiting = new Set(fresh)
    const attempted = await inParallel(fresh, atOnce, mayGoOn, async (document) => {
      tried.add(document.id)
      const attempt = await attemptRecord(deps, records, document)
      if (!attempt.ok) return attempt
      if (attempt.value !== 'away') waiting.delete(document)
      if (attempt.value === 'done') done++
      if (attempt.value === 'failed') failed++
      return attempt
    })
    if (!attempted.ok) return attempted
    const isLast = documents.length < pageSize || fresh.length === 0
    if (isLast || waiting.size > 0) {
      return succeed({ done, failed, waitingSince: earliest([...waiting].map(dueSince)) })
    }
  }
}

/** Stops beginning with more when `mayGoOn` says no, or after a failure, which it answers. */
async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  mayGoOn: () => boolean,
  handle: (item: Item) => Promise<Result<unknown, FirestoreFailure>>,
): Promise<Result<void, FirestoreFailure>> {
  const queue = items.values()
  let result: Result<void, FirestoreFailure> = succeed(undefined)
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (result.ok && mayGoOn()) {
        const next = queue.next()
        if (next.done) return
        const handled = await handle(next.value)
        if (!handled.ok) result = handled
      }
    }),
  )
  return result
}
