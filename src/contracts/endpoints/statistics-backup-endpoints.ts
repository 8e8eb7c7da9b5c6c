/** For backups of the editors' figures: whole tables, page by page. */
import { z } from 'zod'
import { statisticsTables } from '../../domain/statistics/stored-statistics.ts'
import { defineEndpoint } from './endpoint.ts'

/** In the order of the table's keys and values. */
export const statisticsRowSchema = z.array(z.union([z.string(), z.number(), z.null()])).max(30)
export type StatisticsRow = z.infer<typeof statisticsRowSchema>

/** Below D1's limit for one value. */
export const rowsPerPage = 2000

const params = z.object({ table: z.enum(statisticsTables) })
const limit = ['DESK_LIMIT', 'figures'] as const

export const statisticsBackupEndpoints = [
  defineEndpoint('GET /api/figures/:table', {
    summary: 'returns rows of a table of the editors’ statistics, in the order of their keys',
    caller: 'desk',
    limit,
    params,
    query: z.object({
      /** The last row's keys, as JSON. */
      after: z.string().max(1000).optional(),
    }),
    response: z.object({ rows: z.array(statisticsRowSchema) }),
    example: { table: 'daily' },
  }),
  /** Safe to repeat: a row replaces the one with the same keys. */
  defineEndpoint('PUT /api/figures/:table', {
    summary: 'stores and removes rows of a table of the editors’ statistics, from a backup',
    caller: 'desk',
    limit,
    params,
    request: z.object({
      rows: z.array(statisticsRowSchema).max(rowsPerPage),
      /** Keys. */
      removed: z.array(statisticsRowSchema).max(rowsPerPage),
    }),
    maxBytes: 1_900_000,
    response: 'empty',
    example: { table: 'daily', rows: [], removed: [] },
  }),
]
