/**
 * Compares each stored subscription with PayPal's, some in each run until all are compared; when it
 * begins is decided in domain/reconciliation.ts. A record that can't be compared is counted and passed;
 * while PayPal doesn't answer at all, the next run goes on from the same record.
 */
import { owedSchema } from '../../src/domain/owed.ts'
import {
  cursorAfter,
  type Reconciliation,
  reconciliationNow,
  reconciliationSchema,
} from '../../src/domain/reconciliation.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  type Subscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription.ts'
import type { Firestore, FirestoreFailure, StoredDocument } from '../adapters/firestore.ts'
import { isolate, type Job, type JobOutcome, type Log, type Run } from '../cron/job.ts'
import { type Means, takeWordOf } from './look.ts'

export const reconciliationPath = 'operations/reconciliation'

/** At most per run, each a call to PayPal. */
const maxPerRun = 50

const day = 24 * 60 * 60 * 1000

type Found = { readonly kept: Reconciliation | null; readonly updateTime: string | null }

export async function readReconciliation(
  firestore: Firestore,
): Promise<Result<Found, FirestoreFailure>> {
  const stored = await firestore.get(reconciliationPath)
  if (!stored.ok) return stored
  // What is no record is begun anew.
  const kept = reconciliationSchema.safeParse(stored.value?.fields)
  return succeed({
    kept: kept.success ? kept.data : null,
    updateTime: stored.value?.updateTime ?? null,
  })
}

const nothingDone: JobOutcome = { done: 0, failed: 0, waitingSince: null }

/** Goes on with it, if it is time. Of two at once, the second isn't stored. */
export async function reconcile(
  means: Means & { readonly log: Log },
  run: Pick<Run, 'hasTime'>,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { firestore, now } = means
  const found = await readReconciliation(firestore)
  if (!found.ok) return found
  const { kept, updateTime } = found.value
  const current = reconciliationNow(kept, now())
  if (!current) return succeed(nothingDone)
  const { cursor } = current
  const portion = await firestore.query({
    collection: 'subscriptions',
    where: [{ field: 'subscription.state', is: 'EQUAL', value: cursor.state }],
    limit: maxPerRun,
    ...(cursor.after === null ? {} : { afterId: cursor.after }),
  })
  if (!portion.ok) return portion
  const { documents } = portion.value
  const compared = await compareAll(means, run, documents)
  const isWhole = compared.looked === documents.length
  const isStateDone = isWhole && documents.length < maxPerRun
  const next: Reconciliation = {
    ...current,
    looked: current.looked + compared.looked,
    drifted: current.drifted + compared.drifted,
    failed: current.failed + compared.failed,
    cursor: isStateDone
      ? cursorAfter(cursor)
      : { state: cursor.state, after: compared.last ?? cursor.after },
  }
  const result = next.cursor === null ? await finished(means, next) : succeed(next)
  if (!result.ok) return result
  const written = await firestore.commit([
    {
      set: reconciliationPath,
      fields: result.value,
      ...(updateTime === null ? { ifExists: false } : { ifUpdatedAt: updateTime }),
    },
  ])
  if (!written.ok) return written.failure.kind === 'conflict' ? succeed(nothingDone) : written
  const { looked, failed } = compared
  // What is compared in the runs to come is on time.
  const isHeldUp = next.cursor !== null && looked === 0 && documents.length > 0
  return succeed({
    done: looked - failed,
    failed,
    waitingSince: isHeldUp ? next.startedAt : null,
  })
}

export const reconciliationJob = (means: Means & { readonly log: Log }): Job => ({
  name: 'reconciliation',
  run: (run) => reconcile(means, run),
})

type Compared = {
  looked: number
  drifted: number
  failed: number
  /** The last that was compared. */
  last: string | null
}

async function compareAll(
  means: Means & { readonly log: Log },
  run: Pick<Run, 'hasTime'>,
  documents: readonly StoredDocument[],
): Promise<Compared> {
  const compared: Compared = { looked: 0, drifted: 0, failed: 0, last: null }
  for (const { id, fields } of documents) {
    if (!run.hasTime()) return compared
    const record = subscriptionRecordSchema.safeParse(fields)
    const result = record.success
      ? await isolate(() => compare(means, id, record.data))
      : fail({ kind: 'malformed' })
    if (!result.ok && isAway(result.failure)) {
      means.log('reconciliation_waits', { uid: id, reason: result.failure.kind })
      return compared
    }
    compared.looked++
    compared.last = id
    if (!result.ok) {
      compared.failed++
      means.log('subscription_not_compared', { uid: id, reason: result.failure.kind })
    } else if (result.value) {
      compared.drifted++
      means.log('subscription_drifted', { uid: id, ...result.value })
    }
  }
  return compared
}

/** Says nothing about the record. */
const isAway = (failure: { readonly kind: string }) =>
  failure.kind === 'unavailable' && !('isAnswered' in failure)

/** What the provider says that we had not heard, as a word for each side; null where we agree. */
async function compare(
  means: Means,
  uid: string,
  { subscription }: SubscriptionRecord,
): Promise<
  Result<{ readonly was: string; readonly is: string } | null, { readonly kind: string }>
> {
  if (!subscription) return succeed(null)
  const { provider, plan } = subscription
  const looked = await takeWordOf(means, { uid, plan }, provider, { by: 'clock' })
  if (!looked.ok) return looked
  const is = wordOf(looked.value.record?.subscription ?? null)
  const was = wordOf(subscription)
  return succeed(is === was ? null : { was, is })
}

/** What pages and billing go by. */
const wordOf = (subscription: Subscription | null) =>
  subscription
    ? `${subscription.state}, paid through ${subscription.paidThrough.toISOString()}`
    : 'none'

/** With what has been owed for too long, which nobody would see otherwise. */
async function finished(
  { firestore, now, log }: Means & { readonly log: Log },
  { startedAt, looked, drifted, failed, ...rest }: Reconciliation,
): Promise<Result<Reconciliation, FirestoreFailure>> {
  const old = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'owedSince', is: 'LESS_THAN', value: new Date(now().getTime() - day) }],
    orderBy: 'owedSince',
    limit: 500,
  })
  if (!old.ok) return old
  const overdue = old.value.documents.filter(({ fields }) => {
    const owed = owedSchema.safeParse(fields)
    return !owed.success || owed.data.kind === 'refund' || owed.data.kind === 'surplus'
  }).length
  const finishedAt = now()
  log('subscriptions_reconciled', { looked, drifted, failed, overdue })
  const last = { startedAt, finishedAt, looked, drifted, failed, overdue }
  return succeed({ ...rest, startedAt, looked, drifted, failed, last })
}
