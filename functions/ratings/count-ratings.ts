import type { StoryRatings } from '../../src/contracts/endpoints/rating-endpoints.ts'
import { storedRatingSchema } from '../../src/domain/rating.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'

const countedSchema = storedRatingSchema.pick({ slug: true, uid: true, rating: true })

type Tally = Pick<StoryRatings, 'slug' | 'counts'> & { loggedIn: number }

export const countRatings: Handle<'GET /api/desk/ratings'> = async ({ slug }, _, deps) => {
  const tallies = new Map<string, Tally>()
  const where = slug === undefined ? [] : [{ field: 'slug', is: 'EQUAL', value: slug } as const]
  const query = { collection: 'ratings', where, fields: Object.keys(countedSchema.shape) }
  for await (const page of deps.firestore.pages(query)) {
    if (!page.ok) return refuseUnavailable(deps, 'ratings_not_counted', { kind: page.failure.kind })
    for (const { fields } of page.value.documents) {
      const { data } = countedSchema.safeParse(fields)
      if (!data) continue
      const tally = tallies.get(data.slug) ?? {
        slug: data.slug,
        counts: [0, 0, 0, 0, 0],
        loggedIn: 0,
      }
      tallies.set(data.slug, tally)
      tally.counts[data.rating - 1]!++
      if (data.uid !== null) tally.loggedIn++
    }
  }
  const stories = [...tallies.values()].map(toStoryRatings)
  return succeed({
    stories: stories.sort(
      (one, other) => other.ratings - one.ratings || one.slug.localeCompare(other.slug),
    ),
  })
}

function toStoryRatings(tally: Tally): StoryRatings {
  const ratings = tally.counts.reduce((sum, count) => sum + count, 0)
  const sum = tally.counts.reduce((total, count, index) => total + count * (index + 1), 0)
  return { ...tally, ratings, average: Math.round((sum / ratings) * 10) / 10 }
}
