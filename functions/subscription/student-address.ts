/**
 * `students/{hash}` stores the subscription for which an academic address is used. Only the commit of a first payment
 * writes it, so other checkouts with the address are surplus. Stores no address.
 */
import { type Result, succeed } from '../../src/domain/result.ts'
import { canBeReplaced, getUnpaidPrevious } from '../../src/domain/subscription/desired-status.ts'
import {
  type Subscription,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type Write,
} from '../platform/adapters/firestore.ts'
import { subscriptionPath } from './change-subscription.ts'

export const studentPath = (student: string) => `students/${student}`

/** An address's record as it was read. */
export type StudentAddress = {
  readonly path: string
  readonly updateTime: string | undefined
  readonly isInUse: boolean
}

/** The write conflicts if the address has been used since it was read. */
export const createHoldWrite = (
  { path, updateTime }: StudentAddress,
  holder: { readonly uid: string; readonly provider: string; readonly at: Date },
): Write => createSafeWrite(path, updateTime, holder)

/**
 * `uid` is null for a guest, and `from` is the subscription that the purchase replaces. Costs at most two database
 * reads.
 */
export async function readStudentAddress(
  firestore: Firestore,
  student: string,
  { uid, provider, from }: Readonly<Record<'uid' | 'provider' | 'from', string | null>>,
): Promise<Result<StudentAddress, FirestoreFailure>> {
  const path = studentPath(student)
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const address = { path, updateTime: stored.value?.updateTime, isInUse: false }
  const storedHolder = stored.value?.fields
  const isContinued = from !== null && storedHolder?.provider === from && storedHolder.uid === uid
  if (!storedHolder || storedHolder.provider === provider || isContinued) return succeed(address)
  const holder = await firestore.get(subscriptionPath(String(storedHolder.uid)))
  if (!holder.ok) return holder
  const record = subscriptionRecordSchema.safeParse(holder.value?.fields)
  const isOwn = storedHolder.uid === uid
  const isInUse =
    record.success && isHeldBy(record.data.subscription, String(storedHolder.provider), isOwn)
  return succeed({ ...address, isInUse })
}

/**
 * Returns whether a subscription still uses the address. A changed student plan uses it until the new plan is paid for.
 * The plan's own reader can change back.
 */
function isHeldBy(subscription: Subscription | null, provider: string, isOwn: boolean): boolean {
  if (!subscription || canBeReplaced(subscription)) return false
  return (
    subscription.provider === provider ||
    (!isOwn && getUnpaidPrevious(subscription)?.provider === provider)
  )
}
