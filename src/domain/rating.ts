/** What readers think of a story, from 1 to 5. Only the editors see it (scripts/desk/ratings.ts). */
import { z } from 'zod'
import { slugSchema } from './slug.ts'

export const ratingSchema = z.int().min(1).max(5)

/** `ratings/{slug}.{rater}` */
export const storedRatingSchema = z.object({
  slug: slugSchema,
  /** Null for a guest, who is known by a device id, and only in the document's key. */
  uid: z.string().nullable(),
  rating: ratingSchema,
  ratedAt: z.date(),
})
export type StoredRating = z.infer<typeof storedRatingSchema>

/** One document per story and reader: rating again replaces it, and every count stays correct. */
export const readerRatingPath = (slug: string, uid: string) => `ratings/${slug}.${uid}`

/** The same for a guest's device. It stays the device's when the guest logs in later. */
export const deviceRatingPath = (slug: string, device: string) => `ratings/${slug}.device-${device}`
