import { z } from 'zod'
import {
  depthSchema,
  maxReadArticles,
  readArticleSchema,
} from '../../domain/reading-history/reading-history.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

const readingHistoryItemSchema = readArticleSchema
  .omit({ firstReadAt: true })
  .extend({ lastReadAt: z.iso.datetime() })
export type ReadingHistoryItem = z.infer<typeof readingHistoryItemSchema>

export const readingHistoryResponseSchema = z.object({
  articles: z.array(readingHistoryItemSchema),
})

const caller = 'reader'
const limit = ['READ_LIMIT', 'account'] as const
const params = z.object({ slug: slugSchema })

export const readingHistoryEndpoints = [
  defineEndpoint('GET /api/reading-history', {
    summary:
      'lists the articles that the reader has read, the latest first; `newest` limits their number',
    caller,
    limit,
    query: z.object({
      newest: z.coerce.number<number>().int().min(1).max(maxReadArticles).default(maxReadArticles),
    }),
    response: readingHistoryResponseSchema,
    example: { newest: 12 },
  }),
  defineEndpoint('PUT /api/reading-history/:slug', {
    summary: 'records how far the reader has read; `history_off` if their history is turned off',
    caller,
    limit,
    params,
    followsRenaming: true,
    request: z.object({ depth: depthSchema }),
    maxBytes: 1024,
    response: 'empty',
    errors: ['history_off'],
    example: { slug: 'fathers-in-pencil', depth: 0.5 },
  }),
  defineEndpoint('DELETE /api/reading-history/:slug', {
    summary: 'deletes one article from the history; harmless if it isn’t there',
    caller,
    limit,
    params,
    followsRenaming: true,
    response: 'empty',
    example: { slug: 'fathers-in-pencil' },
  }),
  defineEndpoint('DELETE /api/reading-history', {
    summary: 'deletes the history',
    caller,
    limit,
    response: 'empty',
  }),
]
