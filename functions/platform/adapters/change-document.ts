import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import { createSafeWrite, type Firestore, type FirestoreFailure } from './firestore.ts'
import type { Fields } from './firestore-values.ts'

/** Attempts of the optimistic lock. */
const defaultMaxAttempts = 10

/** `change` gets null for a missing document and returns null for no change. Each attempt costs a read. */
export async function changeDocument<NewFields extends Fields, Failure>(
  firestore: Pick<Firestore, 'get' | 'commit'>,
  path: string,
  change: (fields: Fields | null) => Promise<Result<NewFields | null, Failure>>,
  maxAttempts = defaultMaxAttempts,
): Promise<Result<NewFields | null, Failure | FirestoreFailure>> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const changed = await change(stored.value?.fields ?? null)
    if (!changed.ok || changed.value === null) return changed
    const written = await firestore.commit([
      createSafeWrite(path, stored.value?.updateTime, changed.value),
    ])
    if (written.ok) return succeed(changed.value)
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}
