/** Writes that belong together, put into as few commits as Firestore's limits allow. Pure. */
import type { Write } from '../../functions/adapters/firestore.ts'
import { encodeFields } from '../../functions/adapters/firestore-values.ts'

/** Of one document: written in one commit, all or none. */
export type Writes = { readonly writes: readonly Write[] }

/** Firestore takes 500 writes and 10 MiB a commit; a large one takes long, and fails as a whole. */
const mostWrites = 500
const mostBytes = 4_000_000

/** In their order. What is too large for any commit has one of its own, for Firestore to judge. */
export function* batchesOf<One extends Writes>(planned: readonly One[]): Generator<One[]> {
  let batch: One[] = []
  let [writes, bytes] = [0, 0]
  for (const one of planned) {
    const size = sizeOf(one.writes)
    const isFull = writes + one.writes.length > mostWrites || bytes + size > mostBytes
    if (isFull && batch.length > 0) {
      yield batch
      batch = []
      writes = bytes = 0
    }
    batch.push(one)
    writes += one.writes.length
    bytes += size
  }
  if (batch.length > 0) yield batch
}

function sizeOf(writes: readonly Write[]): number {
  const fields = writes.map((write) => ('set' in write ? encodeFields(write.fields) : {}))
  return Buffer.byteLength(JSON.stringify(fields))
}
