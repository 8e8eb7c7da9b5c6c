import { z } from 'zod'
import { parseGiftLinkCode } from '../../domain/gift-link/gift-link-code.ts'
import { slugSchema } from '../../domain/slug.ts'
import { defineEndpoint } from './endpoint.ts'

/** Articles that a reader has given with gift links, the latest first. */
const givenArticlesResponseSchema = z.object({
  /** The number of articles that the reader can still give this month. */
  left: z.int(),
  given: z.array(
    z.object({
      code: z.string(),
      slug: slugSchema,
      title: z.string(),
      givenAt: z.iso.datetime(),
      until: z.iso.datetime(),
      state: z.enum(['working', 'expired', 'revoked']),
      /** Whether the article was given this month, so that giving it again costs nothing and returns this link. */
      isOfThisMonth: z.boolean(),
    }),
  ),
})
export type GivenArticlesResponse = z.infer<typeof givenArticlesResponseSchema>
export type GivenArticleItem = GivenArticlesResponse['given'][number]

const codeSchema = z.string().refine((code) => parseGiftLinkCode(code) === code)

/** A link as reported to staff, without the reader who created it. */
const openedLinkSchema = z.object({
  slug: z.string(),
  /** The number of browsers that have opened the link. */
  openings: z.int(),
  givenAt: z.iso.datetime(),
  until: z.iso.datetime(),
  revoked: z.boolean(),
})
export type OpenedLink = z.output<typeof openedLinkSchema>

export const giftLinkEndpoints = [
  defineEndpoint('GET /api/gift-links', {
    summary: 'lists the articles that the reader has given, the latest first',
    caller: 'reader',
    limit: ['LOOK_UP_LIMIT', 'gift-links'],
    response: givenArticlesResponseSchema,
  }),
  /** Creates a gift link. Safe to repeat: the same article in the same month has the same link. */
  defineEndpoint('POST /api/gift-links', {
    summary: 'gives an article: creates its gift link, or returns this month’s link',
    caller: 'reader',
    limit: ['LOOK_UP_LIMIT', 'gift-links'],
    request: z.object({ slug: slugSchema }),
    followsRenaming: true,
    maxBytes: 1000,
    response: givenArticlesResponseSchema,
    errors: ['not_entitled', 'not_possible', 'not_found', 'withdrawn'],
    example: { slug: 'fathers-in-pencil' },
  }),
  defineEndpoint('DELETE /api/gift-links/:code', {
    summary: 'revokes a gift link; safe to repeat',
    caller: 'reader',
    params: z.object({ code: codeSchema }),
    limit: ['LOOK_UP_LIMIT', 'gift-links'],
    response: givenArticlesResponseSchema,
    example: { code: 'bcdfghjkmnbcdfghjkmn' },
  }),
  defineEndpoint('GET /api/desk/gift-links', {
    summary: 'lists the gift links that were opened most, for all stories or for one',
    caller: 'staff',
    permission: 'statistics',
    limit: ['LOOK_UP_LIMIT', 'staff-documents'],
    query: z.strictObject({ slug: slugSchema.optional() }),
    response: z.object({ links: z.array(openedLinkSchema) }),
  }),
]
