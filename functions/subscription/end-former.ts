/**
 * What was before is over at PayPal as well when something new begins: nothing of it goes on unseen.
 * Answers the record as it stands afterwards.
 */
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import type { SubscriptionRecord } from '../../src/domain/subscription.ts'
import { type ChangeFailure, changeSubscription } from './change.ts'
import { align, type Means } from './look.ts'

export async function endFormer(
  means: Means,
  uid: string,
  record: SubscriptionRecord | null,
): Promise<Result<void, ChangeFailure>> {
  if (!record?.subscription) return succeed(undefined)
  const { firestore, now } = means
  const event = async () => succeed({ kind: 'timePassed' } as const)
  const passed = await changeSubscription({ firestore, uid, by: 'clock', now, event })
  if (!passed.ok) return passed
  if (!passed.value.record || passed.value.record.isAligned) return succeed(undefined)
  const aligned = await align(means, uid, passed.value.record)
  if (!aligned.ok) return aligned
  return aligned.value?.record?.isAligned ? succeed(undefined) : fail({ kind: 'conflict' })
}
