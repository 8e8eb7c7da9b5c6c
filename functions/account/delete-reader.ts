/**
 * Deletes a reader. The record is flagged first, which ends all sessions, and deleted last. Any step may
 * be interrupted or repeated; the cron job finishes interrupted deletions.
 */
import { z } from 'zod'
import {
  newsletterEntrySchema,
  withdrawRequest,
} from '../../src/domain/newsletter/newsletter-entry.ts'
import { hiddenHandleRetention } from '../../src/domain/profile/profile-limits.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { getDeletionPath } from '../../src/domain/subscription/outbox-item.ts'
import { describeReplaced } from '../../src/domain/subscription/replaced-subscriptions.ts'
import { subscriptionRecordSchema } from '../../src/domain/subscription/subscription.ts'
import { forgetPerson } from '../gift/forget-person.ts'
import type { DataSubject } from '../identity/data-subject.ts'
import { createEntryRemovalWrites, createEntryWrite } from '../newsletter/newsletter-list.ts'
import { createOutboxJob } from '../outbox/outbox-jobs.ts'
import { createReplacedWrite, createSurplusWrite } from '../outbox/outbox-writes.ts'
import { deletedAccountUid } from '../outbox/owner-ids.ts'
import type { AuthAccounts, AuthAccountsFailure } from '../platform/adapters/auth-accounts.ts'
import type { Firestore, FirestoreFailure, Write } from '../platform/adapters/firestore.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import type { JobDeps } from '../platform/cron/due-records.ts'
import { subscriptionPath } from '../subscription/change-subscription.ts'
import { endSubscription } from '../subscription/end-subscription.ts'
import { type DataRow, dataSources } from './personal-data.ts'

export type DeletionFailure = FirestoreFailure | AuthAccountsFailure

type DeletionDeps = {
  readonly firestore: Firestore
  readonly paypal: PayPal | null
  readonly accounts: AuthAccounts
  readonly now: () => Date
}

/** Firestore's limit is 500 writes per commit. */
const writesPerCommit = 400

const day = 24 * 60 * 60 * 1000

/** Milliseconds that a refused checkout is stored after the deletion of its reader. */
const refusedRetention = 30 * day

/** Days after a deletion on which PayPal is asked for payments: it lists some of them long after they were due. */
const paymentCheckDays = [0, 7, 30]

/** Days after a deletion on which PayPal is asked about a checkout that wasn't paid. It forgets within hours what nobody approves. */
const unpaidCheckDays = [0, 1]

/** What other requests write during the deletion is found in the first rounds. */
const maxRounds = 5

const deletionRequestSchema = z.object({
  email: z.string().catch(''),
  emailVerified: z.boolean().catch(false),
  deletionRequestedAt: z.date(),
})

/** A share of a payment that is still to be returned: money that the reader was promised. */
const isShare = ({ kind, plan }: DataRow['fields']) => kind === 'useCredit' && plan != null

/**
 * The payer can still approve an unpaid checkout: PayPal can't withdraw it. Until it expires, the document
 * stays without the reader's data, so that such a payment is refunded. A refused checkout's document stays for the same
 * reason: its payment may arrive late. An account that isn't the owner's can't make us forget that the owner of an address has
 * unsubscribed or complained.
 */
function createDeletionWrites(
  subject: DataSubject,
  { path, id, fields, updateTime }: DataRow,
  now: Date,
): readonly Write[] {
  if (path.startsWith('gifts/')) {
    return [{ set: path, fields: forgetPerson(fields, subject), ifUpdatedAt: updateTime }]
  }
  if (path.startsWith('newsletter/') && !subject.emailVerified) {
    const entry = newsletterEntrySchema.safeParse(fields)
    const remaining = entry.success && withdrawRequest(entry.data)
    if (remaining)
      return [createEntryWrite({ path, updateTime, entry: entry.data }, remaining, now)]
  }
  if (path.startsWith('newsletter/')) return createEntryRemovalWrites({ path, updateTime }, now)
  if (isShare(fields)) {
    return [{ set: path, fields: { ...fields, uid: deletedAccountUid }, ifUpdatedAt: updateTime }]
  }
  if (path.startsWith('readerHandles/') && fields.isHidden === true) {
    const expiresAt = new Date(now.getTime() + hiddenHandleRetention)
    const reserved = { uid: deletedAccountUid, expiresAt }
    return [{ set: path, fields: reserved, ifUpdatedAt: updateTime }]
  }
  if (!path.startsWith('checkouts/')) return [{ remove: path }]
  const { plan, createdAt, refusedFor = null } = fields
  const isUnpaid = fields.expiresAt instanceof Date && fields.expiresAt > now
  if (!isUnpaid && refusedFor === null) return [{ remove: path, ifUpdatedAt: updateTime }]
  const expiresAt = isUnpaid ? fields.expiresAt : new Date(now.getTime() + refusedRetention)
  const surplus = { uid: deletedAccountUid, provider: id, reason: 'accountDeleted' } as const
  const checks = unpaidCheckDays.map((days) => {
    const write = createSurplusWrite(surplus, new Date(now.getTime() + days * day))
    return days === 0 ? write : { ...write, set: `${write.set}-after-${days}-days` }
  })
  return [
    {
      set: path,
      fields: { uid: deletedAccountUid, plan, source: '', createdAt, expiresAt },
      ifUpdatedAt: updateTime,
    },
    // It may be active at PayPal already, or the event of its approval may be lost.
    ...checks,
  ]
}

/**
 * Adds items that refund payments which PayPal completes after the deletion. They have to exist before the record is
 * deleted, because nothing else names the subscription.
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
    ended.flatMap((one) =>
      paymentCheckDays.map((days) => {
        const at = new Date(now().getTime() + days * day)
        const write = createReplacedWrite(deletedAccountUid, describeReplaced(one), at)
        // The first one takes the place of an item that is waiting already.
        return days === 0 ? write : { ...write, set: `${write.set}-after-${days}-days` }
      }),
    ),
  )
}

/** Here and at PayPal. Any step may be repeated. */
async function endForDeletion(
  deps: Pick<DeletionDeps, 'firestore' | 'paypal' | 'now'>,
  uid: string,
): Promise<Result<unknown, FirestoreFailure>> {
  const ended = await endSubscription(deps, uid, deps.now())
  return ended.ok ? refundLatePayments(deps, uid) : ended
}

async function findPersonalData(
  firestore: Firestore,
  subject: DataSubject,
): Promise<Result<readonly DataRow[], FirestoreFailure>> {
  const found: DataRow[] = []
  for (const { find } of dataSources) {
    const rows = await find(firestore, subject, 'delete')
    if (!rows.ok) return rows
    found.push(...rows.value)
  }
  return succeed(found)
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
  { firestore, now }: Pick<DeletionDeps, 'firestore' | 'now'>,
  subject: DataSubject,
): Promise<Result<void, FirestoreFailure>> {
  for (let round = 0; round < maxRounds; round++) {
    const rows = await findPersonalData(firestore, subject)
    if (!rows.ok) return rows
    if (rows.value.length === 0) return succeed(undefined)
    const writes = rows.value.flatMap((row) => createDeletionWrites(subject, row, now()))
    const deleted = await commitInParts(firestore, writes)
    // On a conflict, the next round reads the documents again.
    if (!deleted.ok && deleted.failure.kind !== 'conflict') return deleted
  }
  return fail({ kind: 'conflict' })
}

/** Does nothing unless the record exists and a deletion was requested. */
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
  const subject = { uid, ...request.data }
  const deletedData = await deletePersonalData(deps, subject)
  if (!deletedData.ok) return deletedData
  // Before the record: otherwise a sign-in would create a new one.
  const deletedAccount = await accounts.remove(uid)
  if (!deletedAccount.ok) return deletedAccount
  const deletedLateData = await deletePersonalData(deps, subject)
  if (!deletedLateData.ok) return deletedLateData
  const deletedRecord = await firestore.commit([{ remove: path }, { remove: getDeletionPath(uid) }])
  return deletedRecord.ok ? succeed(undefined) : deletedRecord
}

/** Called after each write: finds the deletion's flag, or no record. Costs one database read. A failure is only logged. */
export async function deleteLateData(
  deps: Pick<DeletionDeps, 'firestore' | 'paypal' | 'now'> & Pick<JobDeps, 'log'>,
  uid: string,
): Promise<void> {
  const logFailure = ({ kind }: FirestoreFailure) =>
    deps.log('late_data_not_deleted', { uid, kind })
  const stored = await deps.firestore.get(`users/${uid}`)
  if (!stored.ok) return logFailure(stored.failure)
  const isDeleted =
    stored.value === null || deletionRequestSchema.safeParse(stored.value.fields).success
  if (!isDeleted) return
  // If this fails, the data stays findable.
  const ended = await endForDeletion(deps, uid)
  if (!ended.ok) return logFailure(ended.failure)
  // Without the email, which may belong to a new account by now.
  const deleted = await deletePersonalData(deps, { uid, email: '', emailVerified: false })
  if (!deleted.ok) logFailure(deleted.failure)
}

export const createDeletionsJob = (deps: DeletionDeps & JobDeps): Job =>
  createOutboxJob(deps, {
    name: 'deletions',
    concurrency: 1,
    async run({ reader }) {
      const deleted = await deleteReader(deps, reader)
      return deleted.ok ? succeed([]) : deleted
    },
  })
