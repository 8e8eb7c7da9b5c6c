import { z } from 'zod'
import { ratingSchema } from '../../domain/rating.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

/** Null if the reader hasn't rated the article. */
export const ratingResponseSchema = z.object({ rating: ratingSchema.nullable() })

const storyRatingsSchema = z.object({
  slug: z.string(),
  ratings: z.int(),
  average: z.number(),
  /** The number of ratings for each value from 1 to 5. */
  counts: z.array(z.int()),
  /** Ratings by readers with an account. */
  loggedIn: z.int(),
})
export type StoryRatings = z.output<typeof storyRatingsSchema>

const caller = 'page'
const identify = 'record'
const params = z.object({ slug: slugSchema })

/**
 * A guest without the signed device cookie receives one with `unknown_device`, and repeats the call, so only browsers
 * that accept the cookie can store ratings, and no rating counts twice.
 */
export const ratingEndpoints = [
  defineEndpoint('GET /api/ratings/:slug', {
    summary: 'returns the reader’s or guest’s own rating of the article with this identifier',
    caller,
    identify,
    limit: ['READ_LIMIT', 'account'],
    params,
    response: ratingResponseSchema,
    example: { slug: 'fathers-in-pencil' },
  }),
  defineEndpoint('PUT /api/ratings/:slug', {
    summary: 'stores a rating, in place of an earlier one',
    caller,
    identify,
    // Limits ratings per network, because guests can rate too.
    limit: ['SIGN_IN_LIMIT', 'rating'],
    params,
    followsRenaming: true,
    request: z.object({ rating: ratingSchema }),
    maxBytes: 1024,
    response: ratingResponseSchema,
    errors: ['signed_out', 'not_entitled', 'unknown_device'],
    example: { slug: 'fathers-in-pencil', rating: 4 },
  }),
  /** Reads every rating. */
  defineEndpoint('GET /api/desk/ratings', {
    summary: 'counts the ratings of all stories, most rated first, or of one story',
    caller: 'staff',
    permission: 'statistics',
    limit: ['LOOK_UP_LIMIT', 'staff-documents'],
    query: z.strictObject({ slug: slugSchema.optional() }),
    response: z.object({ stories: z.array(storyRatingsSchema) }),
  }),
]
