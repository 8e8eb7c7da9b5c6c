/** Free of zod, because browsers load this file. */
import { categories } from '../publication/sections.ts'

export type CategorySlug = keyof typeof categories

export const categorySlugs = Object.keys(categories) as [CategorySlug, ...CategorySlug[]]
