import { z } from 'zod'
import { ratingSchema } from '../../domain/rating.ts'
import { slugSchema } from '../../domain/slug.ts'
import { depthMarks } from '../../domain/statistics/counters.ts'

const channelSchema = z.enum(['native', 'email', 'whatsapp', 'facebook', 'twitter', 'link'])
export type ShareChannel = z.infer<typeof channelSchema>

export const articleEvents = {
  /** Visible for a second. Once per visit. */
  'Article Viewed': z.object({ slug: slugSchema }),
  /** See domain/reading-history/read-threshold.ts. Once per visit. */
  'Article Read': z.object({ slug: slugSchema }),
  /** How far a reader got, in percent of the text, when the page is hidden. Each mark once per visit. */
  'Article Scrolled': z.object({
    slug: slugSchema,
    depths: z.array(z.literal(depthMarks)).min(1).max(depthMarks.length),
  }),
  'Article Shared': z.object({
    slug: slugSchema,
    channel: channelSchema,
    /** By a gift link. */
    isGift: z.literal(true).optional(),
  }),
  'Highlighted Text Shared': z.object({ slug: slugSchema, channel: channelSchema }),
  /** Separate from the stored rating, which doesn't depend on tracking. */
  'Article Rated': z.object({ slug: slugSchema, rating: ratingSchema }),
  'Author Viewed': z.object({ author: slugSchema }),
} as const
