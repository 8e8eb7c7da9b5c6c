/** Readers' ratings of articles, which only editors can see. */
import { z } from 'zod'
import { slugSchema } from './slug.ts'

export const ratingSchema = z.int().min(1).max(5)

/** A rating, stored as `ratings/{identifier of the story}.{rater}`. */
export const storedRatingSchema = z.object({
  slug: slugSchema,
  /** Null for a guest, whose device id is only in the document's key. */
  uid: z.string().nullable(),
  rating: ratingSchema,
  ratedAt: z.date(),
})
export type StoredRating = z.infer<typeof storedRatingSchema>

/** There is one document per story and reader, so rating again replaces the rating and counts stay correct. */
export const getReaderRatingPath = (identifier: string, uid: string) =>
  `ratings/${identifier}.${uid}`

/** A guest's rating stays with the device when the guest logs in later. */
export const getDeviceRatingPath = (identifier: string, device: string) =>
  `ratings/${identifier}.device-${device}`
