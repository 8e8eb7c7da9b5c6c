/** Finds categories, without zod, because browsers load this file. */
import type { Category } from '../publication/publication-data.ts'
import { categories } from '../publication/sections.ts'

export type CategorySlug = keyof typeof categories

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]]

/** Returns undefined if the publication doesn't have such a category (any more): stories keep a removed one's slug. */
export const findCategory = (slug: string | undefined): Category | undefined =>
  isCategory(slug) ? categories[slug] : undefined

export const isCategory = (slug: string | undefined): slug is CategorySlug =>
  slug !== undefined && Object.hasOwn(categories, slug)
