/**
 * Deletes a reader. The record is flagged first, which ends all sessions, and deleted last. Any step may
 * be interrupted or repeated; the cron job finishes interrupted deletions.
 */
import { z } from 'zod'
import { day } from '../../src/domain/duration.ts'
import { getDeletionPath } from '../../src/domain/outbox/outbox-item.ts'
import { getProvenAddress } from '../../src/domain/proven-address.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import {
  type DataSource,
  type DataSubject,
  limitRows,
  maxDeletedRows,
} from '../identity/personal-data.ts'
import { createReplacedWrite } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { AuthFailure } from '../platform/adapters/auth-rest.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { endSubscription } from '../subscription/end-subscription.ts'

export type DeletionFailure = FirestoreFailure | AuthFailure

export type DeletionDeps = {
  readonly firestore: Firestore
  readonly paypal: PayPal | null
  readonly accounts: AuthAccounts
  /** The sources of everything stored about a reader, except their record. */
  readonly personalData: readonly DataSource[]
  readonly now: () => Date
}

type DataDeps = Pick<DeletionDeps, 'firestore' | 'personalData' | 'now'>

/** Larger commits are slow, and fail as a whole. */
const writesPerCommit = 400

/** Days after a deletion on which PayPal's list of payments is read: some appear there long after they were due. */
const paymentCheckDays = [0, 7, 30]

/**
 * Rounds per attempt. Each round finds more documents, including those that other requests have written since the
 * previous round.
 */
export const maxRounds = 5

const deletionRequestSchema = z.object({
  email: z.string().catch(''),
  emailVerified: z.boolean().catch(false),
  deletionRequestedAt: z.date(),
})

/**
 * Adds items that refund any payments PayPal completes after the deletion. They must exist before the record is
 * deleted, because nothing else stores the subscription's id.
 */
async function refundLatePayments(
  { firestore, now }: Pick<DeletionDeps, 'firestore' | 'now'>,
  uid: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const stored = await firestore.get(subscriptionPath(uid))
  if (!stored.ok) return stored
  const record = subscriptionRecordSchema.safeParse(stored.value?.fields)
  if (!record.success) return succeed(undefined)
  const { subscription, replaced } = record.data
  const ended = subscription ? [...replaced, subscription] : replaced
  if (ended.length === 0) return succeed(undefined)
  return firestore.commit(
    ended.flatMap(({ provider, seenPaymentAt: lastDuePaymentAt }) =>
      paymentCheckDays.map((days) => {
        const at = new Date(now().getTime() + days * day)
        const write = createReplacedWrite(deletedAccountUid, { provider, lastDuePaymentAt }, at)
        // The first item replaces one that is already waiting.
        return days === 0 ? write : { ...write, set: `${write.set}-after-${days}-days` }
      }),
    ),
  )
}

/** Ends the subscription here and at PayPal. Safe to repeat. */
async function endForDeletion(
  deps: Pick<DeletionDeps, 'firestore' | 'paypal' | 'now'>,
  uid: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const ended = await endSubscription(deps, uid, deps.now())
  return ended.ok ? refundLatePayments(deps, uid) : ended
}

async function createDeletionWrites(
  { firestore, personalData, now }: DataDeps,
  subject: DataSubject,
): Promise<Result<readonly Write[], FirestoreFailure>> {
  const writes: Write[] = []
  for (const { find, forget } of personalData) {
    const rows = await find(firestore, subject, 'delete')
    if (!rows.ok) return rows
    writes.push(
      ...rows.value.flatMap((row) => forget?.(row, subject, now()) ?? [{ remove: row.path }]),
    )
  }
  return succeed(writes)
}

async function commitInParts(
  firestore: Firestore,
  writes: readonly Write[],
): Promise<Result<unknown, FirestoreFailure>> {
  for (let offset = 0; offset < writes.length; offset += writesPerCommit) {
    const committed = await firestore.commit(writes.slice(offset, offset + writesPerCommit))
    if (!committed.ok) return committed
  }
  return succeed(undefined)
}

async function deletePersonalData(
  deps: DataDeps,
  subject: DataSubject,
): Promise<Result<void, FirestoreFailure>> {
  for (let round = 0; round < maxRounds; round++) {
    const limited = limitRows(deps.firestore, maxDeletedRows)
    const { firestore } = limited
    const writes = await createDeletionWrites({ ...deps, firestore }, subject)
    if (!writes.ok) return writes
    if (writes.value.length === 0 && limited.countCuts() === 0) return succeed(undefined)
    const deleted = await commitInParts(deps.firestore, writes.value)
    // On a conflict, the next round reads the documents again.
    if (!deleted.ok && deleted.failure.kind !== 'conflict') return deleted
  }
  return fail({ kind: 'conflict' })
}

/** Deletes a reader whose record exists and whose deletion was requested; otherwise does nothing. */
export async function deleteReader(
  deps: DeletionDeps,
  uid: string,
): Promise<Result<void, DeletionFailure>> {
  const { firestore, accounts } = deps
  const path = `users/${uid}`
  const stored = await firestore.get(path)
  if (!stored.ok) return stored
  const request = deletionRequestSchema.safeParse(stored.value?.fields)
  if (!request.success) return succeed(undefined)
  const ended = await endForDeletion(deps, uid)
  if (!ended.ok) return ended
  const subject = { uid, address: getProvenAddress(request.data) }
  const deletedData = await deletePersonalData(deps, subject)
  if (!deletedData.ok) return deletedData
  // The account is deleted before the record, because a sign-in would otherwise create a new record.
  const deletedAccount = await accounts.remove(uid)
  if (!deletedAccount.ok) return deletedAccount
  const deletedLateData = await deletePersonalData(deps, subject)
  if (!deletedLateData.ok) return deletedLateData
  const deletedRecord = await firestore.commit([{ remove: path }, { remove: getDeletionPath(uid) }])
  return deletedRecord.ok ? succeed(undefined) : deletedRecord
}

/**
 * Deletes a reader's data again if their record is gone or flagged for deletion; called after each write. Costs one
 * database read. Failures are only logged.
 */
export async function deleteLateData(
  deps: Omit<DeletionDeps, 'accounts'> & Pick<JobDeps, 'log'>,
  uid: string,
): Promise<void> {
  const logFailure = ({ kind }: FirestoreFailure) =>
    deps.log('late_data_not_deleted', { uid, kind })
  const stored = await deps.firestore.get(`users/${uid}`)
  if (!stored.ok) return logFailure(stored.failure)
  const isDeleted =
    stored.value === null || deletionRequestSchema.safeParse(stored.value.fields).success
  if (!isDeleted) return
  // If ending the subscription fails, the next attempt can still find the data.
  const ended = await endForDeletion(deps, uid)
  if (!ended.ok) return logFailure(ended.failure)
  // Omits the address, which may belong to a new account by now.
  const deleted = await deletePersonalData(deps, { uid, address: null })
  if (!deleted.ok) logFailure(deleted.failure)
}
