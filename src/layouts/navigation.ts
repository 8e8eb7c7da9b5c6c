/** Where the bars lead. The order of the category bar is the specification's. */
import { type CategorySlug, categories, categorySlugs } from '../domain/category.ts'
import { subscriptionStatuses } from '../domain/subscription-status.ts'
import { tagSlugs, tags } from '../domain/tag.ts'

/** Which place of the navigation a page is: `page` are articles and free-standing pages. */
export type Place = 'latest' | CategorySlug | 'page' | 'elsewhere'

/** The feed is no category, but has a dye of its own. */
export const feed = {
  place: 'latest',
  name: 'Latest Stories',
  path: '/latest',
  dye: 'copper',
} as const

/** For whom a part of the frame stands that only readers with an account see: see styles/reader.css. */
export const signedIn = subscriptionStatuses.join(' ')

const categoryLink = (place: CategorySlug) => ({
  place,
  path: `/category/${place}`,
  ...categories[place],
})

const inTheBar = [
  'editors-picks',
  'culture',
  'politics',
  'film-and-tv',
  'profiles',
  'food',
] as const

export const categoryBarLinks = [feed, ...inTheBar.map(categoryLink)]

export const categoryLinks = categorySlugs.map(categoryLink)

export const tagLinks = tagSlugs.map((slug) => ({ name: tags[slug], path: `/tag/${slug}` }))

/** The dye of a place, or undefined where the bar keeps its own colour. */
export function dyeOf(place: Place): string | undefined {
  return [feed, ...categoryLinks].find((link) => link.place === place)?.dye
}
