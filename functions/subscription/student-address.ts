/**
 * `students/{hash}`: the running subscription that an academic address counts for. Only the commit that
 * records a subscription writes it, so of several checkouts with one address the first that is paid holds
 * it, and the others are surplus. Only a hash of the address is stored.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription.ts'
import { isOver } from '../../src/domain/wanted-and-due.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import { subscriptionPath } from './change.ts'

export const studentPath = (student: string) => `students/${student}`

type Holder = { readonly uid: string; readonly provider: string; readonly at: Date }

export type StudentAddress = {
  /** Whether it counts for another subscription that runs. */
  readonly isInUse: boolean
  /** The write that makes it count for this one; fails the commit if the address has changed since it was read. */
  readonly hold: (holder: Holder) => Write
}

/** `provider`: the subscription it is to count for. Costs two database reads at most. */
export async function readStudentAddress(
  firestore: Firestore,
  student: string,
  provider: string | null,
): Promise<Result<StudentAddress, FirestoreFailure>> {
  const path = studentPath(student)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const hold = (holder: Holder): Write => ({
    set: path,
    fields: holder,
    ...(stored.value ? { ifUpdatedAt: stored.value.updateTime } : { ifExists: false }),
  })
  const held = stored.value?.fields
  if (!held || held.provider === provider) return succeed({ isInUse: false, hold })
  const holder = await firestore.get(subscriptionPath(String(held.uid)))
  if (!holder.ok) return holder
  const record = subscriptionRecordSchema.safeParse(holder.value?.fields)
  const isInUse =
    record.success &&
    record.data.subscription?.provider === held.provider &&
    !isOver(record.data.subscription)
  return succeed({ isInUse, hold })
}
