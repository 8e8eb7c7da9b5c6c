/** The field `preferences` in `users/{uid}`. */
import { z } from 'zod'
import { tagSlugSchema } from '../article.ts'
import { categorySlugs } from '../category.ts'
import { slugSchema } from '../slug.ts'
import { maxTags } from '../tag.ts'
import { maxFollowedAuthors, readingGoals } from './preferences.ts'

export const storedPreferencesSchema = z.object({
  /** Omits categories that have been removed since. */
  categories: z
    .array(z.string())
    .default([])
    .transform((slugs) => categorySlugs.filter((slug) => slugs.includes(slug))),
  tags: z.array(tagSlugSchema).max(maxTags.preferences).default([]),
  /** Slugs of authors. A removed author is kept until the reader unfollows them. */
  authors: z.array(slugSchema).max(maxFollowedAuthors).default([]),
  /** Null if the reader hasn't answered. */
  goal: z.enum(readingGoals).nullable().default(null),
  /** Reading history is off until the reader agrees. */
  isHistoryEnabled: z.boolean().default(false),
})
export type StoredPreferences = z.infer<typeof storedPreferencesSchema>

export const defaultStoredPreferences: StoredPreferences = storedPreferencesSchema.parse({})
