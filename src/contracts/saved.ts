/**
 * The reader's saved articles, for signed-in readers (`signed_out` else).
 *
 * GET /api/saved answers all of them, the one saved last first, as they were published when they were last
 * compared with the articles: ten minutes ago at most, or in a list of more than 50, as of one of the
 * last calls. One that was renamed is saved under its new address from then on.
 *
 * PUT /api/saved/{slug} saves one and answers it; one that is saved already keeps its place. Errors:
 * `not_found`, `withdrawn`, `too_many` (with words for the reader), `bad_request`.
 *
 * DELETE /api/saved/{slug} removes it; removing one that isn't saved changes nothing.
 *
 * All of them: `forbidden`, `too_many_requests`, `unavailable`.
 */
import { z } from 'zod'
import { accessSchema } from '../domain/article.ts'
import { categorySchema } from '../domain/taxonomy-schemas.ts'

export const saveRequestSchema = z.object({
  /** Where a removal is taken back: the time that it had. */
  savedAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .pipe(z.date())
    .optional(),
})

/** As a browser sends it. */
export type SaveRequest = z.input<typeof saveRequestSchema>

const every = { slug: z.string(), savedAt: z.iso.datetime(), title: z.string() }

export const savedItemSchema = z.discriminatedUnion('state', [
  z.object({
    ...every,
    state: z.literal('published'),
    dek: z.string(),
    category: categorySchema,
    authors: z.array(z.object({ slug: z.string(), name: z.string() })),
    image: z.object({
      id: z.string(),
      alt: z.string(),
      width: z.int().positive(),
      height: z.int().positive(),
    }),
    access: accessSchema,
    publishedAt: z.iso.datetime(),
  }),
  /** It is not published any longer. */
  z.object({ ...every, state: z.literal('gone') }),
])
export type SavedItem = z.infer<typeof savedItemSchema>

export const savedResponseSchema = z.object({ saved: z.array(savedItemSchema) })
export type SavedResponse = z.infer<typeof savedResponseSchema>
