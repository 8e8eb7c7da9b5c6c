import type { Deps } from '../identity/edge-context.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { RecentChanges } from './recent-changes.ts'

/**
 * After a commit that wants a rebuild: new versions can be read at once. The queue starts the rebuild, or else the
 * cron job.
 */
export async function announceRebuild({
  env,
  recentChanges,
  log,
}: Pick<Deps, 'env' | 'log'> & { readonly recentChanges: RecentChanges }) {
  recentChanges.invalidate()
  try {
    await env.REBUILDS.send({})
  } catch (error) {
    log('rebuild_not_queued', { reason: getErrorName(error) })
  }
}
