/**
 * Balances the books once a night: reads PayPal's movements of the last few days page by page, finds the record that
 * explains each movement, and checks some readers' access. Each run handles a few parts. After an interruption, the
 * next run repeats the part, which doesn't change anything already stored.
 */
import {
  type Books,
  type BooksCursor,
  booksSchema,
  completePage,
  getCurrentBooks,
  maxNamed,
  movementDelay,
  type ReadCursor,
  readersPerNight,
  recordsPeriod,
  refuseDay,
  type UnpaidReader,
} from '../../src/domain/books/books-record.ts'
import { type Explanation, explainMovement } from '../../src/domain/books/explain-movement.ts'
import { day } from '../../src/domain/duration.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import type { PayPalReporting } from '../platform/adapters/paypal-reporting.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'
import {
  listUnexplained,
  loadEvidence,
  readOpenPoints,
  storeExplanations,
  storeMovements,
  sumRefunded,
  sumReturned,
  toOriginal,
  toPlace,
} from './books-database.ts'
import { checkAccess } from './check-access.ts'

const booksPath = 'operations/books'

/** The maximum number of parts, and so of PayPal calls, per run. */
const partsPerRun = 5

/** The maximum number of movements per part. A page has 100. */
const explainedPerPart = 100
const readersPerPart = 50

export type BooksDeps = JobDeps & {
  readonly paypal: PayPalReporting
  readonly statistics: StatisticsDatabase
}

/** Returns the stored state. A malformed record is replaced as if it were missing. */
export async function readBooks(firestore: Pick<Firestore, 'get'>) {
  const stored = await firestore.get(booksPath)
  if (!stored.ok) return stored
  const books = booksSchema.safeParse(stored.value?.fields).data ?? null
  return succeed({ books, updateTime: stored.value?.updateTime ?? null })
}

type Running = Books & { readonly cursor: BooksCursor }

/** A part's result; null if PayPal is unavailable, so that the next run repeats the part. */
type PartResult = Result<
  {
    readonly books: Books
    readonly done: number
    /** Whether the next part has to wait for the next run. */
    readonly isWaiting?: boolean
  } | null,
  FirestoreFailure
>

/** Throws if the statistics database is unavailable, so that the next run repeats the part. */
export const createBooksJob = (deps: BooksDeps): Job => ({
  name: 'books',
  async run(run) {
    let total = 0
    for (let part = 0; part < partsPerRun && run.hasTime(); part++) {
      const outcome = await runNextPart(deps)
      if (!outcome.ok) return outcome
      const { done, state, startedAt } = outcome.value
      total += done
      if (state === 'waiting') return succeed({ done: total, failed: 0, waitingSince: startedAt })
      if (state === 'idle') break
    }
    return succeed({ done: total, failed: 0, waitingSince: null })
  },
})

type PartOutcome = {
  readonly done: number
  /** `waiting`: PayPal is unavailable. */
  readonly state: 'running' | 'idle' | 'waiting'
  readonly startedAt: Date
}

async function runNextPart(deps: BooksDeps): Promise<Result<PartOutcome, FirestoreFailure>> {
  const { firestore, now } = deps
  const stored = await readBooks(firestore)
  if (!stored.ok) return stored
  const current = getCurrentBooks(stored.value.books, now())
  if (!current) return succeed({ done: 0, state: 'idle', startedAt: now() })
  const { startedAt } = current
  const part = await runPart(deps, current)
  if (!part.ok) return part
  if (!part.value) return succeed({ done: 0, state: 'waiting', startedAt })
  const { books, done, isWaiting } = part.value
  const written = await firestore.commit([
    createSafeWrite(booksPath, stored.value.updateTime, books),
  ])
  // Another run has already compared this part.
  if (!written.ok && written.failure.kind !== 'conflict') return written
  return succeed({ done, state: isWaiting ? 'waiting' : 'running', startedAt })
}

function runPart(deps: BooksDeps, books: Running): Promise<PartResult> {
  const { cursor } = books
  switch (cursor.step) {
    case 'read':
      return readPage(deps, books, cursor)
    case 'explain':
      return explainBatch(deps, books, cursor)
    case 'access':
      return checkReaders(deps, books, cursor)
  }
}

async function readPage(
  { paypal, statistics, log }: BooksDeps,
  books: Running,
  cursor: ReadCursor,
): Promise<PartResult> {
  const { from, page } = cursor
  // The end is inclusive, so a movement belongs to one day.
  const found = await paypal.listMovements(from, new Date(from.getTime() + day - 1), page)
  if (!found.ok) {
    const { failure } = found
    const reason = 'reason' in failure ? failure.reason : failure.kind
    log('books_not_read', { reason })
    // Stored movements can still be explained without PayPal's permission to list new ones.
    const isRefused = reason.startsWith('403')
    const explain: BooksCursor = { step: 'explain', after: '' }
    if (isRefused) return succeed({ books: { ...books, isRefused, cursor: explain }, done: 0 })
    // After an outage, a later attempt can read the day. A day with too many movements is always refused.
    const isOutage = failure.kind === 'unavailable' && !failure.isFromPayPal
    return succeed(isOutage ? null : { books: refuseDay(books, cursor), done: 0, isWaiting: true })
  }
  const { movements, pages } = found.value
  await storeMovements(statistics, movements)
  return succeed({ books: completePage(books, cursor, pages), done: movements.length })
}

async function explainBatch(
  { statistics, log }: BooksDeps,
  books: Running,
  { after }: Extract<BooksCursor, { step: 'explain' }>,
): Promise<PartResult> {
  const movements = await listUnexplained(statistics, after, explainedPerPart)
  const { records, originals, siblings } = await loadEvidence(statistics, movements)
  const found = new Map<string, Explanation>()
  for (const movement of movements) {
    const { id, original, at } = movement
    const row = originals.find((one) => one.id === original)
    // The payment may be in the same batch.
    const known = row && { ...row, ...found.get(row.id) }
    const taken = new Set(
      [...found.values()].flatMap(({ record, otherRecords }) => [record, ...otherRecords]),
    )
    const explanation = explainMovement(movement, {
      records: records.filter((record) => !taken.has(record.id)),
      original: known ? toOriginal({ ...known, id: row.id }, sumReturned(siblings, row, at)) : null,
      refunded: sumRefunded(siblings, movement),
    })
    if (explanation) found.set(id, explanation)
    else log('movement_not_explained', { id })
  }
  await storeExplanations(statistics, found)
  const last = movements.at(-1)
  const isDone = movements.length < explainedPerPart || !last
  const cursor: BooksCursor = isDone
    ? { step: 'access', checked: 0, notChecked: 0 }
    : { step: 'explain', after: toPlace(last) }
  return succeed({ books: { ...books, cursor }, done: found.size })
}

async function checkReaders(
  deps: BooksDeps,
  books: Running,
  { checked, notChecked }: Extract<BooksCursor, { step: 'access' }>,
): Promise<PartResult> {
  const { firestore, now, log } = deps
  const found = await firestore.query({
    collection: 'subscriptions',
    limit: readersPerPart,
    ...(books.checkedReader === '' ? {} : { afterId: books.checkedReader }),
  })
  if (!found.ok) return found
  const { documents } = found.value
  const isLast = documents.length < readersPerPart
  const lastUid = documents.at(-1)?.id ?? ''
  // A reader without a record has deleted the account.
  const others = books.unpaidReaders.filter(
    ({ uid }) => uid <= books.checkedReader || !(isLast || uid <= lastUid),
  )
  const unpaid: UnpaidReader[] = []
  let skipped = notChecked
  for (const document of documents) {
    const reader = await checkAccess(firestore, document, now())
    if (!reader.ok) return reader
    if (reader.value === 'notChecked') {
      skipped++
      log('access_not_checked', { uid: document.id })
      // Readers found earlier stay on the list.
      unpaid.push(...books.unpaidReaders.filter(({ uid }) => uid === document.id))
    } else if (reader.value) unpaid.push(reader.value)
  }
  const next = {
    ...books,
    unpaidReaders: [...others, ...unpaid].slice(0, maxNamed),
    // After the last reader, the next night starts again with the first one.
    checkedReader: isLast ? '' : lastUid,
  }
  const count = checked + documents.length
  const isDone = isLast || count >= readersPerNight
  return isDone
    ? finish(deps, next, { checked: count - skipped, notChecked: skipped })
    : succeed({
        books: { ...next, cursor: { step: 'access', checked: count, notChecked: skipped } },
        done: documents.length,
      })
}

/** Counts the movements and records that don't balance. */
async function finish(
  { statistics, now, log }: BooksDeps,
  books: Books,
  {
    checked: checkedReaders,
    notChecked,
  }: { readonly checked: number; readonly notChecked: number },
): Promise<PartResult> {
  const at = now()
  const open = await readOpenPoints(statistics, ...getRecordsPeriod(books, at), 1)
  const last = {
    finishedAt: at,
    unexplained: open.movementCount,
    firstUnexplained: open.movements[0]?.id ?? null,
    unmatched: open.recordCount,
    checkedReaders,
    notChecked,
  }
  const finished: Books = { ...books, cursor: null, last }
  const { unexplained, unmatched } = last
  const unpaidReaders = books.unpaidReaders.length
  log('books_compared', { unexplained, unmatched, unpaidReaders, checkedReaders })
  return succeed({ books: finished, done: 0 })
}

/** Returns the period whose records need a movement. */
export const getRecordsPeriod = ({ since }: Pick<Books, 'since'>, now: Date): [Date, Date] => {
  const first = new Date(now.getTime() - recordsPeriod)
  return [first < since ? since : first, new Date(now.getTime() - movementDelay)]
}
