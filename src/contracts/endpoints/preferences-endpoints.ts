import { z } from 'zod'
import { tagSlugSchema } from '../../domain/article.ts'
import { categorySlugs } from '../../domain/category.ts'
import {
  maxFollowedAuthors,
  readingGoals,
  weeklyLeads,
  welcomeSteps,
} from '../../domain/preferences/preferences.ts'
import { slugSchema } from '../../domain/slug.ts'
import { maxTags } from '../../domain/tag.ts'
import { defineEndpoint } from './endpoint.ts'

const topicPreferencesFields = {
  categories: z.array(z.enum(categorySlugs)).max(categorySlugs.length),
  tags: z.array(tagSlugSchema).max(maxTags.preferences),
  authors: z.array(slugSchema).max(maxFollowedAuthors),
}

/** Tags and authors that don't exist are accepted. */
export const preferencesChangeSchema = z.strictObject({
  add: z.strictObject(topicPreferencesFields).partial().optional(),
  remove: z.strictObject(topicPreferencesFields).partial().optional(),
  goal: z.enum(readingGoals).nullable().optional(),
  isHistoryEnabled: z.boolean().optional(),
  /** A welcome step that the reader has visited. */
  step: z.enum(welcomeSteps).optional(),
  weekly: z
    .strictObject({ isOn: z.boolean(), leadsWith: z.enum(weeklyLeads) })
    .partial()
    .optional(),
})

export const preferencesResponseSchema = z.object({
  ...topicPreferencesFields,
  goal: z.enum(readingGoals).nullable(),
  isHistoryEnabled: z.boolean(),
  welcome: z.object({ step: z.enum(welcomeSteps).nullable(), finished: z.boolean() }),
  weekly: z.object({ isOn: z.boolean(), leadsWith: z.enum(weeklyLeads) }),
  /** The address to which The Weekly is sent once it's verified. */
  address: z.object({ email: z.string(), verified: z.boolean() }),
})
export type PreferencesResponse = z.infer<typeof preferencesResponseSchema>

const caller = 'reader'
const limit = ['READ_LIMIT', 'account'] as const

export const preferencesEndpoints = [
  defineEndpoint('GET /api/preferences', {
    summary: 'returns the reader’s preferences',
    caller,
    limit,
    response: preferencesResponseSchema,
  }),
  /** `bad_request`: for example, the limit of followed authors is exceeded. */
  defineEndpoint('PATCH /api/preferences', {
    summary: 'changes the named preferences, and returns all preferences; safe to repeat',
    caller,
    limit,
    request: preferencesChangeSchema,
    // The maximum number of authors with the longest slugs fits.
    maxBytes: 32_768,
    response: preferencesResponseSchema,
    example: {
      add: {
        categories: categorySlugs.slice(0, 1),
        tags: ['diaspora'],
        authors: ['zarlasht-naderi'],
      },
      goal: '3',
      isHistoryEnabled: true,
      weekly: { isOn: true },
    },
  }),
]
