/** Finds categories, without zod, because browsers load this file. */
import type { Category } from '../publication/publication-data.ts'
import { categories } from '../publication/sections.ts'

export type CategorySlug = keyof typeof categories

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]]

/** Returns undefined for a category that the publication doesn't have (any more): stories keep its slug. */
export const findCategory = (slug: string | undefined): Category | undefined =>
  isCategory(slug) ? categories[slug] : undefined

export const isCategory = (slug: string | undefined): slug is CategorySlug =>
  slug !== undefined && Object.hasOwn(categories, slug)
