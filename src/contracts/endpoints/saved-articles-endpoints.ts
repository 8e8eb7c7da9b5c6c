import { z } from 'zod'
import { savedCardSchema } from '../../domain/saved-articles-record.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

const savedItemFields = { slug: z.string(), savedAt: z.iso.datetime(), title: z.string() }

const savedArticleSchema = z.discriminatedUnion('state', [
  savedCardSchema.extend({
    ...savedItemFields,
    state: z.literal('published'),
    publishedAt: z.iso.datetime(),
  }),
  z.object({ ...savedItemFields, state: z.literal('unavailable') }),
])
export type SavedArticle = z.infer<typeof savedArticleSchema>

export const savedArticlesResponseSchema = z.object({ saved: z.array(savedArticleSchema) })
export type SavedArticlesResponse = z.infer<typeof savedArticlesResponseSchema>

const caller = 'reader'
const limit = ['READ_LIMIT', 'account'] as const
const params = z.object({ slug: slugSchema })

export const savedArticlesEndpoints = [
  /**
   * Titles and images are at most ten minutes old, or older if the list has more than 50 articles, because a call
   * updates no more. An update also corrects a renamed article's address.
   */
  defineEndpoint('GET /api/saved', {
    summary: 'lists the reader’s saved articles, most recently saved first',
    caller,
    limit,
    response: savedArticlesResponseSchema,
  }),
  defineEndpoint('PUT /api/saved/:slug', {
    summary: 'saves an article; an article that is already saved keeps its place',
    caller,
    limit,
    params,
    followsRenaming: true,
    request: z.object({
      /** The time when the article was originally saved, to undo a removal. */
      savedAt: z.iso
        .datetime()
        .transform((text) => new Date(text))
        .pipe(z.date())
        .optional(),
    }),
    maxBytes: 1024,
    response: savedArticleSchema,
    errors: ['withdrawn', 'list_full'],
    example: { slug: 'fathers-in-pencil', savedAt: '2026-11-21T12:00:00.000Z' },
  }),
  defineEndpoint('DELETE /api/saved/:slug', {
    summary: 'removes an article from the list; harmless if it isn’t there',
    caller,
    limit,
    params,
    response: 'empty',
    example: { slug: 'fathers-in-pencil' },
  }),
]
