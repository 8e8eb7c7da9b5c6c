/** Serves the accounts to the desk's command line. */
import { getNextStep, maxNamed } from '../../src/domain/books/books-record.ts'
import { getFullName } from '../../src/domain/reader.ts'
import { succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { createActWrite } from '../staff/act-records.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'
import { tryStatistics } from '../statistics/records/try-statistics.ts'
import { explainByHand, readOpenPoints } from './books-database.ts'
import { getRecordsPeriod, readBooks } from './books-job.ts'
import { readAccounts } from './read-accounts.ts'

type BooksDeps = Deps & { readonly statistics: StatisticsDatabase }

const readOrRefuse = <Value>(deps: BooksDeps, read: () => Promise<Value>) =>
  tryStatistics(deps, 'accounts_unavailable', read)

export const getOpenPoints: Handle<'GET /api/accounts', BooksDeps> = async (_, __, deps) => {
  const stored = await readBooks(deps.firestore)
  if (!stored.ok) return refuse('unavailable')
  const { books } = stored.value
  const now = deps.now()
  const [from, to] = books ? getRecordsPeriod(books, now) : [now, now]
  const open = await readOrRefuse(deps, () => readOpenPoints(deps.statistics, from, to, maxNamed))
  if (!open.ok) return open
  const readers = books?.unpaidReaders ?? []
  return succeed({
    ...open.value,
    nextStep: books && getNextStep(books, now),
    comparedAt: books?.last?.finishedAt.toISOString() ?? null,
    readers: readers.map(({ at, ...reader }) => ({ ...reader, at: at.toISOString() })),
  })
}

export const getAccounts: Handle<'GET /api/accounts/:month', BooksDeps> = async (
  { month },
  _,
  deps,
) => {
  const lines = await readOrRefuse(deps, () => readAccounts(deps.statistics, month))
  return lines.ok ? succeed({ month, timeZone: site.timeZone, lines: lines.value }) : lines
}

/** The next nightly comparison treats the movement as explained. */
export const explainMovementByHand: Handle<'PUT /api/accounts/movements/:id', BooksDeps> = async (
  { id, by: given, reason },
  caller,
  deps,
) => {
  const by = 'role' in caller ? getFullName(caller.reader) : given
  if (by === undefined) return refuse('bad_request')
  if ('role' in caller) {
    const act = { kind: 'movementExplained', subject: id, before: null, after: null } as const
    const recorded = await deps.firestore.commit([createActWrite(caller, act, deps.now())])
    if (!recorded.ok)
      return refuseUnavailable(deps, 'movement_not_explained', { kind: recorded.failure.kind })
  }
  const found = await readOrRefuse(deps, () =>
    explainByHand(deps.statistics, id, `${by}: ${reason}`),
  )
  if (!found.ok) return found
  return found.value ? succeed(undefined) : refuse('not_found')
}
