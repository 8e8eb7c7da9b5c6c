/** Endpoints for `npm run backup` and `npm run restore`. */
import {
  rowsPerPage,
  type StatisticsRow,
  statisticsRowSchema,
} from '../../../src/contracts/endpoints/statistics-backup-endpoints.ts'
import { succeed } from '../../../src/domain/result.ts'
import { listCounters } from '../../../src/domain/statistics/counters.ts'
import {
  type StatisticsTable,
  storedStatistics,
} from '../../../src/domain/statistics/stored-statistics.ts'
import { type Handle, refuse } from '../../identity/handler.ts'
import { tryStatistics } from '../records/try-statistics.ts'
import type { ReportsDeps } from './reports-deps.ts'

const unavailable = 'statistics_unavailable'

const listColumns = (table: StatisticsTable): readonly string[] => [
  ...storedStatistics[table].keys,
  ...storedStatistics[table].values,
]

const createPlaceholders = (count: number) =>
  Array.from({ length: count }, (_, index) => `?${index + 1}`).join(', ')

function parseCursor(text: string | undefined, length: number): StatisticsRow | null {
  if (text === undefined) return []
  try {
    const keys = statisticsRowSchema.parse(JSON.parse(text))
    return keys.length === length ? keys : null
  } catch {
    return null
  }
}

export const getStatistics: Handle<'GET /api/figures/:table', ReportsDeps> = async (
  { table, after },
  _,
  deps,
) => {
  const { keys } = storedStatistics[table]
  const cursor = parseCursor(after, keys.length)
  if (!cursor) return refuse('bad_request')
  const condition =
    cursor.length > 0 ? `WHERE (${keys.join(', ')}) > (${createPlaceholders(keys.length)})` : ''
  const columns = listColumns(table)
  const read = await tryStatistics(deps, unavailable, () =>
    deps.statistics
      .prepare(
        `SELECT ${columns.join(', ')} FROM ${table} ${condition}
          ORDER BY ${keys.join(', ')} LIMIT ${rowsPerPage}`,
      )
      .bind(...cursor)
      .all<Record<string, StatisticsRow[number]>>(),
  )
  if (!read.ok) return read
  const { results } = read.value
  return succeed({ rows: results.map((row) => columns.map((column) => row[column] ?? null)) })
}

export const putStatistics: Handle<'PUT /api/figures/:table', ReportsDeps> = async (
  { table, rows, removed },
  _,
  deps,
) => {
  const { keys } = storedStatistics[table]
  const columns = listColumns(table)
  // A backup made before the last columns were added has shorter rows; these columns are then empty.
  const isValid =
    rows.every(({ length }) => length > keys.length && length <= columns.length) &&
    removed.every(({ length }) => length === keys.length)
  if (!isValid) return refuse('bad_request')
  const select = (names: readonly string[]) =>
    names.map((name) => `value ->> ${columns.indexOf(name)}`).join(', ')
  // A backup doesn't show which reads count for the most-read stories, so all of them count after a restore.
  const [added, listed] =
    table === 'daily'
      ? [
          [...columns, ...listCounters],
          [...columns, ...listCounters.map(() => 'reads')],
        ]
      : [columns, columns]
  const written = await tryStatistics(deps, unavailable, () =>
    deps.statistics.batch([
      deps.statistics
        .prepare(
          `DELETE FROM ${table} WHERE (${keys.join(', ')}) IN
            (SELECT ${select(keys)} FROM json_each(?1))`,
        )
        .bind(JSON.stringify(removed)),
      deps.statistics
        .prepare(
          `INSERT OR REPLACE INTO ${table} (${added.join(', ')})
            SELECT ${select(listed)} FROM json_each(?1)`,
        )
        .bind(JSON.stringify(rows)),
    ]),
  )
  return written.ok ? succeed(undefined) : written
}
