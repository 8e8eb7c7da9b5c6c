/** Packs groups of writes into as few commits as their limits allow. Pure. */
import type { Write } from '../platform/adapters/firestore.ts'
import { encodeFields } from '../platform/adapters/firestore-values.ts'

/** The writes of one document, all in one commit. */
export type WriteGroup = { readonly writes: readonly Write[] }

/** Firestore accepts 10 MiB per commit; these limits are lower, because a large commit is slow, and fails as a whole. */
const maxWritesPerCommit = 500
const maxBytesPerCommit = 4_000_000

/** Keeps the order. A group that is too large for any commit gets its own, which Firestore refuses. */
export function* splitIntoBatches<Group extends WriteGroup>(
  groups: readonly Group[],
): Generator<Group[]> {
  let batch: Group[] = []
  let [writes, bytes] = [0, 0]
  for (const group of groups) {
    const size = measureSize(group.writes)
    const isFull =
      writes + group.writes.length > maxWritesPerCommit || bytes + size > maxBytesPerCommit
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      writes = bytes = 0
    }
    batch.push(group)
    writes += group.writes.length
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function measureSize(writes: readonly Write[]): number {
  const fields = writes.map((write) => ('set' in write ? encodeFields(write.fields) : {}))
  return new TextEncoder().encode(JSON.stringify(fields)).length
}
