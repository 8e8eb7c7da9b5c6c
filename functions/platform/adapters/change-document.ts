import { type Result, succeed } from '../../../src/domain/result.ts'
import { createSafeWrite, type Firestore, type FirestoreFailure } from './firestore.ts'
import type { Fields } from './firestore-values.ts'
import { commitUnlessOvertaken, repeatIfOvertaken } from './optimistic-lock.ts'

/** The maximum number of attempts of the optimistic lock. */
const defaultMaxAttempts = 10

/** `change` receives null for a missing document, and returns null to change nothing. Each attempt costs a read. */
export async function changeDocument<NewFields extends Fields, Failure>(
  firestore: Pick<Firestore, 'get' | 'commit'>,
  path: string,
  change: (fields: Fields | null) => Promise<Result<NewFields | null, Failure>>,
  maxAttempts = defaultMaxAttempts,
): Promise<Result<NewFields | null, Failure | FirestoreFailure>> {
  return repeatIfOvertaken<NewFields | null, Failure | FirestoreFailure>(maxAttempts, async () => {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    const changed = await change(stored.value?.fields ?? null)
    if (!changed.ok || changed.value === null) return changed
    const written = await commitUnlessOvertaken(firestore, [
      createSafeWrite(path, stored.value?.updateTime, changed.value),
    ])
    return written.ok ? succeed(changed.value) : written
  })
}
