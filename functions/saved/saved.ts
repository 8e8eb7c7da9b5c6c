/** What these endpoints take and answer is described in contracts/saved.ts. */
import { type SavedItem, type SavedResponse, saveRequestSchema } from '../../src/contracts/saved.ts'
import { mostSaved, type SavedEntry, savingTime } from '../../src/domain/saved-list.ts'
import { slugSchema } from '../../src/domain/slug.ts'
import type { FirestoreFailure } from '../adapters/firestore.ts'
import { type EdgeContext, withReader } from '../http/context.ts'
import { errorResponse } from '../http/errors.ts'
import { findCard } from './current-articles.ts'
import { addToList, loadSavedList, removeFromList } from './saved-list.ts'

/** Costs three database reads, and more only while entries are compared with their articles. */
export function listSaved(context: EdgeContext): Promise<Response> {
  const { services } = context.var
  return withReader(context, async ({ uid }) => {
    const list = await loadSavedList(services, uid, services.now())
    if (!list.ok) return savedError(context, list.failure)
    const body: SavedResponse = { saved: list.value.map(itemOf) }
    return context.json(body)
  })
}

export async function saveArticle(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  const request = saveRequestSchema.safeParse(await context.req.json().catch(() => null))
  if (!request.success) return errorResponse('bad_request')
  const { services } = context.var
  return withReader(context, async ({ uid, reader: { createdAt } }) => {
    const card = await findCard(services, slug.data)
    if (!card.ok) return savedError(context, card.failure)
    const now = services.now()
    const saved = await addToList(services, uid, {
      ...card.value,
      state: 'published',
      slug: slug.data,
      savedAt: savingTime(request.data.savedAt, { createdAt, now }),
      comparedAt: now,
    })
    return saved.ok ? context.json(itemOf(saved.value)) : savedError(context, saved.failure)
  })
}

export async function removeSaved(context: EdgeContext): Promise<Response> {
  const slug = slugSchema.safeParse(context.req.param('slug'))
  if (!slug.success) return errorResponse('not_found')
  return withReader(context, async ({ uid }) => {
    const removed = await removeFromList(context.var.services, uid, slug.data)
    return removed.ok ? context.body(null, 204) : savedError(context, removed.failure)
  })
}

function itemOf(entry: SavedEntry): SavedItem {
  const savedAt = entry.savedAt.toISOString()
  if (entry.state === 'gone') {
    return { state: 'gone', slug: entry.slug, savedAt, title: entry.title }
  }
  const { comparedAt: _, publishedAt, ...card } = entry
  return { ...card, savedAt, publishedAt: publishedAt.toISOString() }
}

function savedError(
  context: EdgeContext,
  failure: FirestoreFailure | { readonly kind: 'notFound' | 'withdrawn' | 'full' },
): Response {
  switch (failure.kind) {
    case 'notFound':
      return errorResponse('not_found', { message: 'This story is no longer available.' })
    case 'withdrawn':
      return errorResponse('withdrawn')
    case 'full':
      return errorResponse('too_many', {
        message: `You’ve saved ${mostSaved} stories, the most we can store. Remove one first.`,
      })
    case 'unavailable':
    case 'conflict':
    case 'rejected':
      context.var.services.log('saved_unavailable', { kind: failure.kind })
      return errorResponse('unavailable')
  }
}
