/** Changes that are committed only if the documents they are based on haven't changed since they were read. */
import { fail, type Result } from '../../../src/domain/result.ts'
import type { CommitResult, Firestore, FirestoreFailure, Write } from './firestore.ts'

/**
 * Attempts at a change that readers make to their own data: enough for several tabs, an event and the cron job at the
 * same time. Many simultaneous calls can multiply each call's cost by this number (scripts/operate/ceilings.md).
 * Changes to payments, sessions or other people's records have more attempts, so that they aren't lost under load.
 */
export const maxOwnAttempts = 8

/** A document has changed since it was read, so everything must be read and decided again. */
export type Overtaken = { readonly kind: 'overtaken' }

const overtaken: Overtaken = { kind: 'overtaken' }

const isOvertaken = (failure: unknown): failure is Overtaken => failure === overtaken

export async function commitUnlessOvertaken(
  firestore: Pick<Firestore, 'commit'>,
  writes: readonly Write[],
): Promise<Result<CommitResult, FirestoreFailure | Overtaken>> {
  const committed = await firestore.commit(writes)
  return committed.ok || !isConflict(committed.failure) ? committed : fail(overtaken)
}

/** Firestore responds with 404 if the changed document has been deleted. */
export const isConflict = (failure: FirestoreFailure): boolean =>
  failure.kind === 'conflict' || (failure.kind === 'rejected' && failure.status === 404)

/**
 * Fails with `conflict` if even the last attempt was overtaken. Attempts follow each other without a pause. If an
 * attempt is overtaken, another change has succeeded, so simultaneous changes finish one by one. Each attempt begins
 * with a read over the network, whose duration varies as a random pause would.
 */
export async function repeatIfOvertaken<Value, Failure>(
  maxAttempts: number,
  attempt: () => Promise<Result<Value, Failure | Overtaken>>,
): Promise<Result<Value, Failure | { readonly kind: 'conflict' }>> {
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const attempted = await attempt()
    if (attempted.ok) return attempted
    const { failure } = attempted
    if (!isOvertaken(failure)) return fail(failure)
  }
  return fail({ kind: 'conflict' })
}
