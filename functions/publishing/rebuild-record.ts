/** Changes the rebuild record with an optimistic lock. The rules are in domain/rebuild.ts. */
import { type Rebuild, rebuildSchema, requestRebuild } from '../../src/domain/rebuild.ts'
import { type Result, succeed } from '../../src/domain/result.ts'
import {
  type CommitResult,
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from '../platform/adapters/optimistic-lock.ts'

export const rebuildPath = 'publishing/rebuild'

/** Retries of the optimistic lock: enough for twenty simultaneous publishes. */
const defaultMaxAttempts = 12

type StoredRebuild = {
  /** Null if the record is missing or malformed. */
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

/** Missing fields are set to the time of the commit. */
export type RebuildUpdate = Rebuild | Omit<Rebuild, 'startedAt'> | Omit<Rebuild, 'requestedUpTo'>

function createWrite(change: RebuildUpdate, updateTime: string | null): Write {
  const serverTimes = (['requestedUpTo', 'startedAt'] as const).filter((name) => !(name in change))
  return {
    ...createSafeWrite(rebuildPath, updateTime, change),
    ...(serverTimes.length > 0 ? { serverTimes } : {}),
  }
}

/** Requests a rebuild in the commit of a change; null if one is already requested. */
export async function createRebuildRequest(
  firestore: Firestore,
  now: Date,
): Promise<Result<Write | null, FirestoreFailure>> {
  const stored = await readRebuild(firestore)
  if (!stored.ok) return stored
  const requested = requestRebuild(stored.value.rebuild, now)
  if (!requested) return succeed(null)
  // The commit sets `requestedUpTo` to its own time.
  const { requestedUpTo: _, ...rest } = requested
  return succeed(createWrite(rest, stored.value.updateTime))
}

/** If `change` returns null, nothing is committed. `change` may be called again. */
export async function updateRebuild(
  firestore: Firestore,
  change: (rebuild: Rebuild | null) => RebuildUpdate | null,
  otherWrites: readonly Write[] = [],
  maxAttempts = defaultMaxAttempts,
): Promise<Result<CommitResult | null, FirestoreFailure>> {
  return repeatIfOvertaken(maxAttempts, async () => {
    const stored = await readRebuild(firestore)
    if (!stored.ok) return stored
    const updated = change(stored.value.rebuild)
    const writes = [
      ...otherWrites,
      ...(updated ? [createWrite(updated, stored.value.updateTime)] : []),
    ]
    if (writes.length === 0) return succeed(null)
    // If nothing is updated, the conflict is in the other writes, so a retry wouldn't help.
    return updated ? commitUnlessOvertaken(firestore, writes) : firestore.commit(writes)
  })
}

export const requestRebuildUpTo = (firestore: Firestore, time: Date) =>
  updateRebuild(firestore, (rebuild) => requestRebuild(rebuild, time))
