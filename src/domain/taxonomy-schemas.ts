/** What articles are sorted by, as it is parsed: apart from the lists, which browsers load. */
import { z } from 'zod'
import { categorySlugs, dyes } from './category.ts'
import { tagSlugs } from './tag.ts'

export const dyeSchema = z.enum(dyes)
export const categorySchema = z.enum(categorySlugs)
export const tagSchema = z.enum(tagSlugs)
