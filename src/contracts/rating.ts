/**
 * PUT /api/ratings/{slug} stores what a reader thinks of a story, and replaces what they thought
 * before; GET answers what is stored. Readers are known by their session, guests by a signed cookie of
 * their device. A guest without one gets it with `unknown_device`, and repeats the call: so a rating is
 * stored only for a browser that keeps the cookie, and a repeated call never counts twice.
 *
 * Errors: `bad_request`, `not_found` (not a published story), `signed_out` and `not_entitled` (a closed
 * story), `unknown_device`, `forbidden`, `too_many_requests`, `unavailable`.
 */
import { z } from 'zod'
import { ratingSchema } from '../domain/rating.ts'

export const ratingRequestSchema = z.object({ rating: ratingSchema })
export type RatingRequest = z.infer<typeof ratingRequestSchema>

/** Null where this reader has not rated the story. */
export const ratingResponseSchema = z.object({ rating: ratingSchema.nullable() })
export type RatingResponse = z.infer<typeof ratingResponseSchema>
