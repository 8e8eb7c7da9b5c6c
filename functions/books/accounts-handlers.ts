/** The accounts for the desk's command line. */
import { getNextStep, maxNamed } from '../../src/domain/books/books-record.ts'
import { succeed } from '../../src/domain/result.ts'
import { site } from '../../src/publication/identity.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import { getErrorName } from '../platform/error-name.ts'
import { explainByHand, readOpenPoints } from './books-database.ts'
import type { BooksDeps } from './books-deps.ts'
import { getRecordsPeriod, readBooks } from './books-job.ts'
import { readAccounts } from './read-accounts.ts'

const refuseDatabase = (deps: Parameters<typeof refuseUnavailable>[0], error: unknown) =>
  refuseUnavailable(deps, 'accounts_unavailable', { reason: getErrorName(error) })

export const getOpenPoints: Handle<'GET /api/accounts', BooksDeps> = async (_, __, deps) => {
  const stored = await readBooks(deps.firestore)
  if (!stored.ok) return refuse('unavailable')
  const { books } = stored.value
  const now = deps.now()
  const [from, to] = books ? getRecordsPeriod(books, now) : [now, now]
  try {
    const open = await readOpenPoints(deps.statistics, from, to, maxNamed)
    const { movements, movementCount, records, recordCount } = open
    const readers = books?.unpaidReaders ?? []
    return succeed({
      nextStep: books && getNextStep(books, now),
      comparedAt: books?.last?.finishedAt.toISOString() ?? null,
      movementCount,
      movements: [...movements],
      recordCount,
      records: [...records],
      readers: readers.map(({ at, ...reader }) => ({ ...reader, at: at.toISOString() })),
    })
  } catch (error) {
    return refuseDatabase(deps, error)
  }
}

export const getAccounts: Handle<'GET /api/accounts/:month', BooksDeps> = async (
  { month },
  _,
  deps,
) => {
  try {
    const lines = await readAccounts(deps.statistics, month)
    return succeed({ month, timeZone: site.timeZone, lines: [...lines] })
  } catch (error) {
    return refuseDatabase(deps, error)
  }
}

/** The next night counts it as explained. */
export const explainMovementByHand: Handle<'PUT /api/accounts/movements/:id', BooksDeps> = async (
  { id, by, reason },
  _,
  deps,
) => {
  try {
    const isFound = await explainByHand(deps.statistics, id, `${by}: ${reason}`)
    return isFound ? succeed(undefined) : refuse('not_found')
  } catch (error) {
    return refuseDatabase(deps, error)
  }
}
