import type { StoredRating } from '../../../src/domain/rating.ts'

export type RatingTally = {
  readonly slug: string
  readonly ratings: number
  readonly sum: number
  /** Number of ratings of 1, 2, 3, 4 and 5. */
  readonly counts: readonly number[]
  readonly loggedIn: number
}

export const createTally = (slug: string): RatingTally => ({
  slug,
  ratings: 0,
  sum: 0,
  counts: [0, 0, 0, 0, 0],
  loggedIn: 0,
})

export function addRating(
  { slug, ratings, sum, counts, loggedIn }: RatingTally,
  { rating, uid }: Pick<StoredRating, 'rating' | 'uid'>,
): RatingTally {
  return {
    slug,
    ratings: ratings + 1,
    sum: sum + rating,
    counts: counts.map((count, index) => (index === rating - 1 ? count + 1 : count)),
    loggedIn: loggedIn + (uid === null ? 0 : 1),
  }
}
