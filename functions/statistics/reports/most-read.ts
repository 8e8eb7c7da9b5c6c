/** Serves the most-read stories to pages. */
import type { ListedStory } from '../../../src/contracts/endpoints/statistics-endpoints.ts'
import { type Handle, refuseUnavailable, respond } from '../../identity/handler.ts'
import { getErrorName } from '../../platform/error-name.ts'
import { createSingleFlightCache } from '../../platform/single-flight-cache.ts'
import { maxWait } from '../../publishing/recent-changes.ts'
import { listLength, type MostReadName, readLists } from './most-read-job.ts'
import type { ReportsDeps } from './reports-deps.ts'

const minute = 60_000
/** Milliseconds for which an isolate caches the lists. */
const timeToLive = minute
/** Seconds for which a browser caches the response. */
const maxAge = 300
/** Milliseconds after which a list that the cron job hasn't renewed is out of date. */
const validity: Readonly<Record<MostReadName, number>> = {
  now: 30 * minute,
  week: 24 * 60 * minute,
  month: 24 * 60 * minute,
}

type Lists = Awaited<ReturnType<typeof readLists>>

async function selectStories(
  { recentChanges, execution, now }: ReportsDeps,
  lists: Lists,
  name: MostReadName,
): Promise<ListedStory[] | null> {
  const list = lists.get(name)
  if (!list || now().getTime() - list.at.getTime() > validity[name]) return null
  const shown: ListedStory[] = []
  for (const story of list.stories) {
    if (shown.length === listLength) break
    // Costs at most one query every five seconds for all stories.
    const change = await recentChanges.find(story.slug, maxWait.builtArticle, (work) =>
      execution.waitUntil(work),
    )
    if (!change || change.status === 'published') shown.push(story)
  }
  return shown.length === listLength ? shown : null
}

/** Creates a handler with a cache, once per isolate. */
export function createMostReadHandler(): Handle<'GET /api/most-read', ReportsDeps> {
  const getLists = createSingleFlightCache<Lists>(timeToLive, Date.now)
  return async (_, __, deps) => {
    try {
      const lists = await getLists(
        () => readLists(deps.statistics),
        (work) => deps.execution.waitUntil(work),
      )
      if (!lists) return refuseUnavailable(deps, 'most_read_unavailable', { reason: 'timeout' })
      const [now, week, month] = await Promise.all([
        selectStories(deps, lists, 'now'),
        selectStories(deps, lists, 'week'),
        selectStories(deps, lists, 'month'),
      ])
      return respond(
        { now, week, month },
        { headers: { 'Cache-Control': `private, max-age=${maxAge}` } },
      )
    } catch (error) {
      const reason = getErrorName(error)
      return refuseUnavailable(deps, 'most_read_unavailable', { reason })
    }
  }
}
