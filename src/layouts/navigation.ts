/** The links of the bars. The order of the category bar is the specification's. */
import { type CategorySlug, categorySlugs } from '../domain/category.ts'
import type { Tag } from '../domain/tag.ts'
import { categories, categoryBarSlugs } from '../publication/sections.ts'

/** `page` stands for articles and free-standing pages. */
export type NavigationItem = 'latest' | CategorySlug | 'page' | 'elsewhere'

/** The feed isn't a category, but has an accent colour. */
export const latestStoriesLink = {
  navigationItem: 'latest',
  name: 'Latest Stories',
  path: '/latest',
  accentColour: 'copper',
} as const

const createCategoryLink = (navigationItem: CategorySlug) => ({
  navigationItem,
  path: `/category/${navigationItem}`,
  ...categories[navigationItem],
})

export const categoryBarLinks = [latestStoriesLink, ...categoryBarSlugs.map(createCategoryLink)]

export const categoryLinks = categorySlugs.map(createCategoryLink)

export const createTagLink = ({ slug, name }: Tag) => ({ name, path: `/tag/${slug}` })

/** Returns undefined if the bar has no accent colour for the item. */
export function getAccentColour(navigationItem: NavigationItem): string | undefined {
  return [latestStoriesLink, ...categoryLinks].find(
    (link) => link.navigationItem === navigationItem,
  )?.accentColour
}
