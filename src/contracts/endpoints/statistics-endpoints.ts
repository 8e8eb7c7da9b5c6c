import { z } from 'zod'
import { slugSchema } from '../../domain/slug.ts'
import { reportNames, reportSchema } from '../../domain/statistics/report.ts'
import { defineEndpoint } from './endpoint.ts'

const forStaff = {
  caller: 'staff',
  permission: 'statistics',
  acceptsDeskKeys: true,
  limit: ['LOOK_UP_LIMIT', 'statistics'],
} as const

export const listedStorySchema = z.object({
  slug: slugSchema,
  title: z.string(),
  /** The title's `lang` and `dir`, if they differ from the page's. */
  titleAttributes: z
    .object({ lang: z.string(), dir: z.enum(['ltr', 'rtl']) })
    .partial()
    .optional(),
})
export type ListedStory = z.output<typeof listedStorySchema>

/** Null if there aren't enough reads. */
const listSchema = z.array(listedStorySchema).nullable()
export const mostReadSchema = z.object({
  /** The current hour and the two before it. */
  now: listSchema,
  /** Today and the seven days before. */
  week: listSchema,
  /** Today and the 28 days before. */
  month: listSchema,
})
export type MostRead = z.output<typeof mostReadSchema>

export const statisticsEndpoints = [
  defineEndpoint('GET /api/statistics/:name', {
    summary: 'returns a report of the statistics as tables',
    ...forStaff,
    params: z.object({ name: z.enum(reportNames) }),
    response: reportSchema,
    example: { name: 'overview' },
  }),
  defineEndpoint('GET /api/statistics/stories/:slug', {
    summary: 'returns the statistics of one story as tables',
    ...forStaff,
    params: z.object({ slug: slugSchema }),
    response: reportSchema,
    example: { slug: 'rain' },
  }),
  defineEndpoint('GET /api/most-read', {
    summary: 'lists the stories that are read most; up to five minutes old',
    caller: 'anyone',
    limit: ['READ_LIMIT', 'most-read'],
    response: mostReadSchema,
  }),
]
