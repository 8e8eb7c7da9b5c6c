/** What a reader has told the publication about their reading: `preferences` in `users/{uid}`. */
import { z } from 'zod'
import { readingGoals, writersAtMost } from './answers.ts'
import { categorySlugs } from './category.ts'
import { slugSchema } from './slug.ts'
import { tagSlugs } from './tag.ts'
import { categorySchema, tagSchema } from './taxonomy-schemas.ts'

export const preferencesSchema = z.object({
  categories: z.array(categorySchema).max(categorySlugs.length).default([]),
  tags: z.array(tagSchema).max(tagSlugs.length).default([]),
  /** Slugs; one that has left the publication stays until the reader takes it out. */
  authors: z.array(slugSchema).max(writersAtMost).default([]),
  /** Null until the reader has said. */
  goal: z.enum(readingGoals).nullable().default(null),
  /** Whether what they read is kept for them: nobody's is who has not said so. */
  keepsHistory: z.boolean().default(false),
})
export type Preferences = z.infer<typeof preferencesSchema>

export const noPreferences: Preferences = preferencesSchema.parse({})
