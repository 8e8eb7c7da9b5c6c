import { z } from 'zod'
import type { OpenedLink } from '../../src/contracts/endpoints/gift-link-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuseUnavailable } from '../identity/handler.ts'
import type { Query } from '../platform/adapters/firestore.ts'

/** The limit without a slug. One story's links are read in any order: sorting filtered results would need an index. */
const maxLinks = 50
const maxLinksOfStory = 500

const linkSchema = z
  .object({
    slug: z.string(),
    openings: z.int(),
    givenAt: z.date(),
    until: z.date(),
    revokedAt: z.date().nullable(),
  })
  .transform(
    ({ givenAt, until, revokedAt, ...link }): OpenedLink => ({
      ...link,
      givenAt: givenAt.toISOString(),
      until: until.toISOString(),
      revoked: revokedAt !== null,
    }),
  )

export const listOpenedLinks: Handle<'GET /api/desk/gift-links'> = async ({ slug }, _, deps) => {
  const query: Query = {
    collection: 'giftLinks',
    ...(slug === undefined
      ? { orderBy: 'openings', newestFirst: true, limit: maxLinks }
      : { where: [{ field: 'slug', is: 'EQUAL', value: slug }], limit: maxLinksOfStory }),
  }
  const found = await deps.firestore.query(query)
  if (!found.ok)
    return refuseUnavailable(deps, 'gift_links_not_listed', { kind: found.failure.kind })
  const links = found.value.documents.flatMap(
    ({ fields }) => linkSchema.safeParse(fields).data ?? [],
  )
  return succeed({ links: links.sort((one, other) => other.openings - one.openings) })
}
