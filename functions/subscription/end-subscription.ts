import { type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionSchema } from '../../src/domain/subscription.ts'
import type { Firestore, FirestoreFailure } from '../adapters/firestore.ts'

/** Ends a reader's subscription for good, whatever its state. Again, or without one, it does nothing. */
export async function endSubscription(
  firestore: Firestore,
  uid: string,
  now: Date,
): Promise<Result<void, FirestoreFailure>> {
  const path = `subscriptions/${uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const subscription = subscriptionSchema.safeParse(stored.value?.fields)
  // Nobody is charged for the others, nor for what is no record.
  if (!subscription.success || !('plan' in subscription.data)) return succeed(undefined)
  if (!stored.value || subscription.data.state === 'ended') return succeed(undefined)
  const ended = await firestore.commit([
    {
      set: path,
      fields: { ...stored.value.fields, state: 'ended', endedAt: now },
      ifUpdatedAt: stored.value.updateTime,
    },
  ])
  return ended.ok ? succeed(undefined) : ended
}
