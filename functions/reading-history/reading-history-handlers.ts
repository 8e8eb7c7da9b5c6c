import type { ReadArticle } from '../../src/domain/reading-history/reading-history.ts'
import { succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import { type Handle, refuse, refuseUnavailable } from '../identity/handler.ts'
import type { FirestoreFailure } from '../platform/adapters/firestore.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'
import { deleteEntry, deleteHistory, loadHistory, recordReadArticle } from './history-records.ts'

type HistoryDeps = Deps & Pick<RenamedStoriesDeps, 'buildManifest'>

/** Costs three database reads. */
export const listReadingHistory: Handle<'GET /api/reading-history', HistoryDeps> = async (
  { newest },
  { uid },
  deps,
) => {
  const history = await loadHistory(deps, uid)
  if (!history.ok) return refuseHistory(deps, history.failure)
  return succeed({ articles: history.value.slice(0, newest).map(toItem) })
}

function toItem({ firstReadAt: _, lastReadAt, ...article }: ReadArticle) {
  return { ...article, lastReadAt: lastReadAt.toISOString() }
}

/** Sent when a page is closed, so the response isn't read. */
export const recordReading: Handle<'PUT /api/reading-history/:slug', HistoryDeps> = async (
  { slug, depth },
  { uid, reader },
  deps,
) => {
  if (!reader.preferences.isHistoryEnabled) return refuse('history_off')
  const recorded = await recordReadArticle(deps, uid, slug, { depth, now: deps.now() })
  if (recorded.ok) return recorded
  const { failure } = recorded
  return failure.kind === 'notFound' ? refuse('not_found') : refuseHistory(deps, failure)
}

export const deleteFromHistory: Handle<'DELETE /api/reading-history/:slug', HistoryDeps> = async (
  { slug },
  { uid },
  deps,
) => {
  const deleted = await deleteEntry(deps, uid, slug)
  return deleted.ok ? deleted : refuseHistory(deps, deleted.failure)
}

export const deleteReadingHistory: Handle<'DELETE /api/reading-history'> = async (
  _,
  { uid },
  deps,
) => {
  const deleted = await deleteHistory(deps, uid)
  return deleted.ok ? deleted : refuseHistory(deps, deleted.failure)
}

const refuseHistory = (deps: Deps, { kind }: FirestoreFailure) =>
  refuseUnavailable(deps, 'reading_history_unavailable', { kind })
