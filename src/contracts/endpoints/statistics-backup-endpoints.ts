/** Endpoints for backups of the statistics: whole tables, page by page. */
import { z } from 'zod'
import { statisticsTables } from '../../domain/statistics/stored-statistics.ts'
import { defineEndpoint } from './endpoint.ts'

/** Values in the order of the table's keys and values. */
export const statisticsRowSchema = z.array(z.union([z.string(), z.number(), z.null()])).max(30)
export type StatisticsRow = z.infer<typeof statisticsRowSchema>

/** Keeps a page below D1's limit for one value. */
export const rowsPerPage = 2000

const params = z.object({ table: z.enum(statisticsTables) })
const limit = ['DESK_LIMIT', 'figures'] as const

export const statisticsBackupEndpoints = [
  defineEndpoint('GET /api/figures/:table', {
    summary: 'returns rows of one of the editors’ statistics tables, in the order of their keys',
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
  /** Safe to repeat: a row replaces the row with the same keys. */
  defineEndpoint('PUT /api/figures/:table', {
    summary: 'stores and removes rows of one of the editors’ statistics tables, from a backup',
    caller: 'desk',
    limit,
    params,
    request: z.object({
      rows: z.array(statisticsRowSchema).max(rowsPerPage),
      /** The removed rows' keys. */
      removed: z.array(statisticsRowSchema).max(rowsPerPage),
    }),
    maxBytes: 1_900_000,
    response: 'empty',
    example: { table: 'daily', rows: [], removed: [] },
  }),
]
