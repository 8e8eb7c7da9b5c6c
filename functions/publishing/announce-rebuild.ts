import type { Deps } from '../identity/edge-context.ts'
import { getErrorName } from '../platform/error-name.ts'
import type { RecentChanges } from './recent-changes.ts'

/**
 * Called after a commit that requests a rebuild: new versions can be read immediately. The queue starts the rebuild; if
 * it fails, the cron job does.
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
