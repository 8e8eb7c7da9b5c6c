/**
 * GET /api/preferences: what the reader has told us. PATCH changes it by one answer or several and
 * answers as GET does; the same request twice changes nothing more. Errors: `signed_out`,
 * `bad_request` (not an answer of ours, or more writers than can be followed), `too_large`,
 * `too_many_requests`, `forbidden`, `unavailable`.
 *
 * Every body is one of a few keys with values from lists of ours: slugs of writers are the only
 * words that a reader brings, and whether somebody of that name writes here is not asked.
 */
import { z } from 'zod'
import { readingGoals, weeklyLeads, welcomeSteps, writersAtMost } from '../domain/answers.ts'
import { categorySlugs } from '../domain/category.ts'
import { slugSchema } from '../domain/slug.ts'
import { tagSlugs } from '../domain/tag.ts'
import { categorySchema, tagSchema } from '../domain/taxonomy-schemas.ts'

/** Bytes that a change may have: every writer added, the longest slugs. */
export const preferencesChangeBytes = 32_768

const likings = {
  categories: z.array(categorySchema).max(categorySlugs.length),
  tags: z.array(tagSchema).max(tagSlugs.length),
  authors: z.array(slugSchema).max(writersAtMost),
}

export const preferencesChangeSchema = z.strictObject({
  add: z.strictObject(likings).partial().optional(),
  remove: z.strictObject(likings).partial().optional(),
  goal: z.enum(readingGoals).nullable().optional(),
  keepsHistory: z.boolean().optional(),
  /** A step of the welcome that the reader has come to. */
  step: z.enum(welcomeSteps).optional(),
  weekly: z
    .strictObject({ wanted: z.boolean(), leadsWith: z.enum(weeklyLeads) })
    .partial()
    .optional(),
})

export const preferencesResponseSchema = z.object({
  ...likings,
  goal: z.enum(readingGoals).nullable(),
  keepsHistory: z.boolean(),
  welcome: z.object({ step: z.enum(welcomeSteps).nullable(), finished: z.boolean() }),
  weekly: z.object({ wanted: z.boolean(), leadsWith: z.enum(weeklyLeads) }),
  /** Where The Weekly goes. Until the address is verified none is sent. */
  address: z.object({ email: z.string(), verified: z.boolean() }),
})
export type PreferencesResponse = z.infer<typeof preferencesResponseSchema>
