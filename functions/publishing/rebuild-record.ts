/**
 * The record of rebuilds in Firestore, changed by one writer at a time: whoever finds that it has
 * changed meanwhile looks again. What it says, and when it changes, is for domain/rebuild.ts.
 */
import { type Rebuild, rebuildSchema } from '../../src/domain/rebuild.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { Committed, Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'

export const rebuildPath = 'publishing/rebuild'

/** How often somebody else may be first. Twenty publishes at once come through with it. */
const mostRounds = 12

type StoredRebuild = {
  /** Null where nothing has been noted, or what stands there is no record. */
  readonly rebuild: Rebuild | null
  readonly updateTime: string | null
}

export async function readRebuild(
  firestore: Firestore,
): Promise<Result<StoredRebuild, FirestoreFailure>> {
  const stored = await firestore.get(rebuildPath)
  if (!stored.ok) return stored
  if (!stored.value) return succeed({ rebuild: null, updateTime: null })
  const parsed = rebuildSchema.safeParse(stored.value.fields)
  return succeed({
    rebuild: parsed.success ? parsed.data : null,
    updateTime: stored.value.updateTime,
  })
}

/** What a record becomes. Fields that it does not have are the commit's time. */
export type RebuildChange = Rebuild | Omit<Rebuild, 'startedAt'> | Omit<Rebuild, 'wanted'>

function writeOf(change: RebuildChange, updateTime: string | null): Write {
  const serverTimes = (['wanted', 'startedAt'] as const).filter((name) => !(name in change))
  return {
    set: rebuildPath,
    fields: change,
    ...(serverTimes.length > 0 ? { serverTimes } : {}),
    ...(updateTime === null ? { ifExists: false } : { ifUpdatedAt: updateTime }),
  }
}

/**
 * Commits what `change` makes of the record, null for nothing, together with the writes beside it.
 * Answers the commit, or null where there was nothing to write. `change` may be called again.
 */
export async function changeRebuild(
  firestore: Firestore,
  change: (rebuild: Rebuild | null) => RebuildChange | null,
  beside: readonly Write[] = [],
  rounds = mostRounds,
): Promise<Result<Committed | null, FirestoreFailure>> {
  for (let round = 0; round < rounds; round++) {
    const stored = await readRebuild(firestore)
    if (!stored.ok) return stored
    const changed = change(stored.value.rebuild)
    const writes = [...beside, ...(changed ? [writeOf(changed, stored.value.updateTime)] : [])]
    if (writes.length === 0) return succeed(null)
    const committed = await firestore.commit(writes)
    if (committed.ok || committed.failure.kind !== 'conflict') return committed
    // It was about the writes beside: what the record says now would not help them.
    if (!changed) return committed
  }
  return fail({ kind: 'conflict' })
}
