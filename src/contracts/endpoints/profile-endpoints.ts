import { z } from 'zod'
import { handleSchema } from '../../domain/profile/handle.ts'
import { reportDetailsSchema, reportReasons } from '../../domain/profile/profile-report.ts'
import { bioSchema, profileNameSchema } from '../../domain/profile/reader-profile.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

const profileResponseSchema = z.object({
  /** Null until the reader has chosen a handle; nothing is stored before that. */
  handle: z.string().nullable(),
  /** The reader's name on the page; initially, the account's name. */
  name: z.string(),
  bio: z.string(),
  isPublic: z.boolean(),
  isIndexed: z.boolean(),
  /** Whether the editors have hidden the page. */
  isHidden: z.boolean(),
  /** Whether the reader's address is confirmed, without which there can't be a public page. */
  canBePublic: z.boolean(),
  recommended: z.array(z.object({ slug: z.string(), title: z.string() })),
})
export type ProfileResponse = z.infer<typeof profileResponseSchema>

const caller = 'reader'
const recommendationParams = z.object({ slug: slugSchema })
const example = { slug: 'fathers-in-pencil' }

export const profileEndpoints = [
  defineEndpoint('GET /api/profile', {
    summary: 'returns the settings of the reader’s public page, and the stories they recommend',
    caller,
    limit: ['READ_LIMIT', 'profile'],
    response: profileResponseSchema,
  }),
  /** Rate-limited, because callers could otherwise find out which handles exist. */
  defineEndpoint('PUT /api/profile', {
    summary: 'stores the settings of the reader’s public page; safe to repeat',
    caller,
    limit: ['SIGN_IN_LIMIT', 'profile'],
    request: z.strictObject({
      handle: handleSchema,
      name: profileNameSchema,
      bio: bioSchema,
      isPublic: z.boolean(),
      isIndexed: z.boolean(),
    }),
    maxBytes: 16_384,
    response: profileResponseSchema,
    errors: ['handle_taken', 'not_possible'],
    example: {
      handle: 'leela-reads',
      name: 'Leela M.',
      bio: 'Reads on trains.',
      isPublic: true,
      isIndexed: false,
    },
  }),
  defineEndpoint('PUT /api/profile/recommendations/:slug', {
    summary:
      'recommends a story on the reader’s page; a story that is already recommended keeps its place',
    caller,
    limit: ['READ_LIMIT', 'profile'],
    params: recommendationParams,
    followsRenaming: true,
    response: profileResponseSchema,
    errors: ['not_possible', 'withdrawn', 'list_full'],
    example,
  }),
  defineEndpoint('DELETE /api/profile/recommendations/:slug', {
    summary: 'stops recommending a story; harmless if it isn’t recommended',
    caller,
    limit: ['READ_LIMIT', 'profile'],
    params: recommendationParams,
    response: profileResponseSchema,
    errors: ['not_possible'],
    example,
  }),
  /** A guest passes the bot check. The response is the same whether or not the page exists. */
  defineEndpoint('POST /api/profiles/:handle/report', {
    summary: 'tells the editors what is wrong with a reader’s page; safe to repeat',
    caller: 'page',
    identify: 'pass',
    limit: ['JOIN_LIMIT', 'profile-report'],
    params: z.object({ handle: handleSchema }),
    request: z.strictObject({
      reason: z.enum(reportReasons),
      details: reportDetailsSchema.optional(),
      /** The bot check's token, if the check is configured. */
      botCheck: z.string().max(6000).optional(),
    }),
    maxBytes: 16_384,
    response: 'empty',
    errors: ['bot_check_failed'],
    example: { handle: 'leela-reads', reason: 'impersonation', details: 'This isn’t Leela.' },
  }),
]
