/**
 * `students/{hash}`: the subscription that an academic address is used for. Only the commit of a first
 * payment writes it, so other checkouts with the address are surplus. Stores no address.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import { canBeReplaced } from '../../src/domain/subscription/desired-status.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import type { Firestore, FirestoreFailure, Write } from '../adapters/firestore.ts'
import { subscriptionPath } from './change-subscription.ts'

export const studentPath = (student: string) => `students/${student}`

type Holder = { readonly uid: string; readonly provider: string; readonly at: Date }

export type StudentAddress = {
  readonly isInUse: boolean
  /** Conflicts if the address was used meanwhile. */
  readonly createHoldWrite: (holder: Holder) => Write
}

/** Costs at most two database reads. */
export async function readStudentAddress(
  firestore: Firestore,
  student: string,
  provider: string | null,
): Promise<Result<StudentAddress, FirestoreFailure>> {
  const path = studentPath(student)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const createHoldWrite = (holder: Holder): Write => ({
    set: path,
    fields: holder,
    ...(stored.value ? { ifUpdatedAt: stored.value.updateTime } : { ifExists: false }),
  })
  const storedHolder = stored.value?.fields
  if (!storedHolder || storedHolder.provider === provider)
    return succeed({ isInUse: false, createHoldWrite })
  const holder = await firestore.get(subscriptionPath(String(storedHolder.uid)))
  if (!holder.ok) return holder
  const record = subscriptionRecordSchema.safeParse(holder.value?.fields)
  const isInUse =
    record.success &&
    record.data.subscription?.provider === storedHolder.provider &&
    !canBeReplaced(record.data.subscription)
  return succeed({ isInUse, createHoldWrite })
}
