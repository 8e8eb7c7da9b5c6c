import { z } from 'zod'
import { ratingSchema } from '../../domain/rating.ts'
import { slugSchema } from '../../domain/slug.ts'
import { depthMarks } from '../../domain/statistics/counters.ts'

const channelSchema = z.enum(['native', 'email', 'whatsapp', 'facebook', 'twitter', 'link'])
export type ShareChannel = z.infer<typeof channelSchema>

export const articleEvents = {
  'Article Viewed': z
    .object({ slug: slugSchema })
    .describe('The article is in view for a second. Sent once per visit.'),
  /** Defined in domain/reading-history/read-threshold.ts. */
  'Article Read': z
    .object({ slug: slugSchema })
    .describe(
      'Four fifths of the whole text have been in view, at a pace of at most 600 words a minute. Sent once per visit.',
    ),
  'Article Scrolled': z
    .object({
      slug: slugSchema,
      /** Percentages of the text. */
      depths: z.array(z.literal(depthMarks)).min(1).max(depthMarks.length),
    })
    .describe(
      'The page is hidden, and the reader got further than before in this visit. Each depth is sent once per visit.',
    ),
  'Article Shared': z
    .object({
      slug: slugSchema,
      channel: channelSchema,
      /** Whether a gift link was shared. */
      isGift: z.literal(true).optional(),
    })
    .describe('The link was copied, or shared through the device’s own menu or a service.'),
  'Highlighted Text Shared': z
    .object({ slug: slugSchema, channel: channelSchema })
    .describe(
      'The link to selected text was copied, or shared through the device’s own menu or a service.',
    ),
  'Article Rated': z
    .object({ slug: slugSchema, rating: ratingSchema })
    .describe('The server has stored the rating, which doesn’t depend on this event.'),
  'Author Viewed': z
    .object({ author: slugSchema })
    .describe('The head of an author’s page is in view for a second. Sent once per visit.'),
} as const
