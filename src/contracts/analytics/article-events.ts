import { z } from 'zod'
import { ratingSchema } from '../../domain/rating.ts'
import { slugSchema } from '../../domain/slug.ts'

const channelSchema = z.enum(['native', 'email', 'whatsapp', 'facebook', 'twitter', 'link'])
export type ShareChannel = z.infer<typeof channelSchema>

/** What readers do with an article. Each carries its slug. */
export const articleEvents = {
  /** The article has stood in sight for a second. Once a visit. */
  'Article Viewed': z.object({ slug: slugSchema }),
  /** Four fifths of its depth in a time in which it can be read. Once a visit. */
  'Article Read': z.object({ slug: slugSchema }),
  'Article Shared': z.object({ slug: slugSchema, channel: channelSchema }),
  'Highlighted Text Shared': z.object({ slug: slugSchema, channel: channelSchema }),
  /** Beside the stored rating (contracts/rating.ts), which readers who aren't counted give as well. */
  'Article Rated': z.object({ slug: slugSchema, rating: ratingSchema }),
  'Author Viewed': z.object({ author: slugSchema }),
} as const
