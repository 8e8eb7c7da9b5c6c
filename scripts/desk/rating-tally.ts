/** The ratings of one story, counted. */
import type { StoredRating } from '../../src/domain/rating.ts'

export type Tally = {
  readonly slug: string
  readonly ratings: number
  readonly sum: number
  /** How often the story was rated 1, 2, 3, 4 and 5. */
  readonly counts: readonly number[]
  /** Ratings by readers with an account. */
  readonly loggedIn: number
}

export const tallyOf = (slug: string): Tally => ({
  slug,
  ratings: 0,
  sum: 0,
  counts: [0, 0, 0, 0, 0],
  loggedIn: 0,
})

export function addRating(
  { slug, ratings, sum, counts, loggedIn }: Tally,
  { rating, uid }: Pick<StoredRating, 'rating' | 'uid'>,
): Tally {
  return {
    slug,
    ratings: ratings + 1,
    sum: sum + rating,
    counts: counts.map((count, at) => (at === rating - 1 ? count + 1 : count)),
    loggedIn: loggedIn + (uid === null ? 0 : 1),
  }
}
