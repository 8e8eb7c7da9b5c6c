/**
 * What a reader has read, for signed-in readers (`signed_out` else).
 *
 * GET /api/reading answers the articles read last, the last one first; `?newest=12` so many of them.
 *
 * PUT /api/reading/{slug} notes how far they have come. Errors: `not_kept` (403: they have not said
 * that it may be kept), `not_found`, `bad_request`.
 *
 * DELETE /api/reading/{slug} forgets one, DELETE /api/reading all of them; what is forgotten already
 * is none the less.
 *
 * All of them: `forbidden`, `too_many_requests`, `unavailable`.
 */
import { z } from 'zod'
import { depthSchema, mostRead } from '../domain/reading-history.ts'
import { categorySchema } from '../domain/taxonomy-schemas.ts'

export const readingQuerySchema = z.object({
  newest: z.coerce.number().int().min(1).max(mostRead).default(mostRead),
})

export const readingRequestSchema = z.object({ depth: depthSchema })
export type ReadingRequest = z.infer<typeof readingRequestSchema>

export const readingItemSchema = z.object({
  slug: z.string(),
  title: z.string(),
  dek: z.string(),
  category: categorySchema,
  authors: z.array(z.string()),
  image: z.object({ id: z.string(), alt: z.string(), width: z.number(), height: z.number() }),
  lastReadAt: z.iso.datetime(),
  depth: depthSchema,
})
export type ReadingItem = z.infer<typeof readingItemSchema>

export const readingResponseSchema = z.object({ articles: z.array(readingItemSchema) })
export type ReadingResponse = z.infer<typeof readingResponseSchema>
