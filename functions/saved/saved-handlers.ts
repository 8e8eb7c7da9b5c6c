import type { SavedArticle } from '../../src/contracts/endpoints/saved-articles-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import {
  maxSavedArticles,
  resolveSavedAt,
  type SavedEntry,
} from '../../src/domain/saved-articles-record.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import { findCurrentSlug, type RenamedStoriesDeps } from '../publishing/renamed-stories.ts'
import { findCard } from './current-articles.ts'
import { addToList, loadSavedList, removeFromList } from './saved-list-records.ts'

/** Costs three database reads, plus more when entries are compared with their articles. */
export const listSaved: Handle<'GET /api/saved'> = async (_, { uid }, deps) => {
  const list = await loadSavedList(deps, uid, deps.now())
  if (list.ok) return succeed({ saved: list.value.map(toItem) })
  return refuseUnavailable(deps, 'saved_unavailable', { kind: list.failure.kind })
}

export const saveArticle: Handle<'PUT /api/saved/:slug'> = async (
  { slug, savedAt },
  { uid, reader: { createdAt } },
  deps,
) => {
  const card = await findCard(deps, slug)
  if (!card.ok) return refuseSaved(deps, card.failure)
  const now = deps.now()
  const saved = await addToList(deps, uid, {
    ...card.value,
    state: 'published',
    slug,
    savedAt: resolveSavedAt(savedAt, { createdAt, now }),
    comparedAt: now,
  })
  return saved.ok ? succeed(toItem(saved.value)) : refuseSaved(deps, saved.failure)
}

export const removeSavedArticle: Handle<
  'DELETE /api/saved/:slug',
  Deps & Pick<RenamedStoriesDeps, 'buildManifest'>
> = async ({ slug }, { uid }, deps) => {
  // The list or the device may still have the story's former slug.
  const slugs = [slug, await findCurrentSlug(deps, slug)]
  const removed = await removeFromList(deps, uid, slugs)
  if (removed.ok) return removed
  return refuseUnavailable(deps, 'saved_unavailable', { kind: removed.failure.kind })
}

function toItem(entry: SavedEntry): SavedArticle {
  const savedAt = entry.savedAt.toISOString()
  if (entry.state === 'unavailable') {
    return { state: 'unavailable', slug: entry.slug, savedAt, title: entry.title }
  }
  const { comparedAt: _, publishedAt, ...card } = entry
  return { ...card, savedAt, publishedAt: publishedAt.toISOString() }
}

function refuseSaved(
  deps: Deps,
  { kind }: FirestoreFailure | { readonly kind: 'notFound' | 'withdrawn' | 'full' },
) {
  switch (kind) {
    case 'notFound':
      return refuse('not_found', 'This story is no longer available.')
    case 'withdrawn':
      return refuse('withdrawn')
    case 'full':
      return refuse(
        'list_full',
        `You’ve saved ${maxSavedArticles} stories, which is the limit. Remove one first.`,
      )
    case 'unavailable':
    case 'conflict':
    case 'rejected':
      return refuseUnavailable(deps, 'saved_unavailable', { kind })
  }
}
