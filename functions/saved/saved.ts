import { type SavedResponse, saveRequestSchema } from '../../src/contracts/saved.ts'
import { mostSaved, savingTime } from '../../src/domain/saved-article.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import type { ShelfFailure } from './rows.ts'
import { loadShelf, putOnShelf, takeFromShelf } from './shelf.ts'

/** GET /api/saved. Costs a read for each article on the list, and one for its state now. */
export function listSaved(context: EdgeContext): Promise<Response> {
  return withReader(context, async ({ uid }) => {
    const shelf = await loadShelf(context.var.services, uid)
    if (!shelf.ok) return shelfError(context, shelf.failure)
    const body: SavedResponse = { saved: [...shelf.value] }
    return context.json(body)
  })
}

/** PUT /api/saved/{slug}. Again is harmless: what is saved keeps its place. */
export async function saveArticle(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  const request = saveRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { services } = context.var
  return withReader(context, async ({ uid, reader: { createdAt } }) => {
    const savedAt = savingTime(request.data.savedAt, { createdAt, now: services.now() })
    const saved = await putOnShelf(services, uid, slug.data, savedAt)
    return saved.ok ? context.json(saved.value) : shelfError(context, saved.failure)
  })
}

/** DELETE /api/saved/{slug}. Again is harmless. */
export async function removeSaved(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  return withReader(context, async ({ uid }) => {
    const taken = await takeFromShelf(context.var.services, uid, slug.data)
    return taken.ok ? context.body(null, 204) : shelfError(context, taken.failure)
  })
}

function shelfError(context: EdgeContext, failure: ShelfFailure): Response {
  switch (failure.kind) {
    case 'notFound':
      return errorResponse('not_found', { message: 'This story is not there any longer.' })
    case 'withdrawn':
      return errorResponse('withdrawn')
    case 'full':
      return errorResponse('too_many', {
        message: `You have saved ${mostSaved} stories, which is as many as we keep. Remove one first.`,
      })
    case 'unavailable':
    case 'conflict':
    case 'rejected':
      context.var.services.log('saved_unavailable', { kind: failure.kind })
      return errorResponse('unavailable')
  }
}
