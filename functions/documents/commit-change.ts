import { type Result, succeed } from '../../src/domain/result.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, type Overtaken } from '../platform/adapters/optimistic-lock.ts'
import { announceRebuild } from '../publishing/announce-rebuild.ts'
import { createRebuildRequest, requestRebuildUpTo } from '../publishing/rebuild-record.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'

export type CommittedChange = { readonly version: string; readonly committedAt: string }

/** Commits a change that readers see, with a request for a rebuild. The first write must be the document. */
export async function commitPublicChange(
  { firestore, now }: Pick<Deps, 'firestore' | 'now'>,
  writes: readonly Write[],
): Promise<Result<CommittedChange, FirestoreFailure | Overtaken>> {
  const rebuild = await createRebuildRequest(firestore, now())
  if (!rebuild.ok) return rebuild
  const all = [...writes, ...(rebuild.value ? [rebuild.value] : [])]
  const committed = await commitUnlessOvertaken(firestore, all)
  if (!committed.ok) return committed
  const { at, updateTimes } = committed.value
  return succeed({ version: updateTimes[0]!, committedAt: at })
}

/** Must be called after the commit. If the call fails, the commit's own rebuild request remains. */
export async function finishPublicChange(
  deps: Pick<Deps, 'env' | 'firestore' | 'log'> & { readonly recentChanges: RecentChanges },
  { committedAt }: CommittedChange,
) {
  // The commit may be slightly later than its own timestamp.
  const recorded = await requestRebuildUpTo(deps.firestore, new Date(committedAt))
  if (!recorded.ok) deps.log('rebuild_not_recorded', { kind: recorded.failure.kind })
  await announceRebuild(deps)
}
