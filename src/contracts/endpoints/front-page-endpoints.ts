/** Endpoints for the desk's front page: stories that editors place on it, or hide from the most-read lists. */
import { z } from 'zod'
import { editedFrontSchema } from '../../domain/publication.ts'
import { defineEndpoint } from './endpoint.ts'

const caller = 'staff'

/** Null if no front page is stored yet. */
const version = z.string().max(60).nullable()

export const frontPageEndpoints = [
  defineEndpoint('GET /api/desk/front', {
    summary: 'returns the front page, with the titles of its stories',
    caller,
    permission: 'drafts',
    limit: ['LOOK_UP_LIMIT', 'staff-documents'],
    response: z.object({
      version,
      front: editedFrontSchema,
      /** `state` is null for a story that doesn't exist. */
      stories: z.array(
        z.object({ slug: z.string(), title: z.string(), state: z.string().nullable() }),
      ),
    }),
  }),
  /** `not_possible`: a story isn't published, or not in the category where it's pinned. */
  defineEndpoint('PUT /api/desk/front', {
    summary: 'changes the front page; safe to repeat',
    caller,
    permission: 'publish',
    limit: ['LOOK_UP_LIMIT', 'staff-writes'],
    request: z.strictObject({
      /** The version that the caller has seen. `outdated`: the front page has been changed since. */
      version,
      front: editedFrontSchema,
    }),
    maxBytes: 20_000,
    response: z.object({ version: z.string(), committedAt: z.string() }),
    errors: ['outdated', 'not_possible'],
    example: { version: null, front: { lead: null, order: [], pins: [] } },
  }),
]
