/**
 * Compares what is kept with what PayPal says, a portion a minute until all are through; what it is
 * and when it begins is for domain/reconciliation.ts. Whatever is amiss with one of them keeps nobody
 * else waiting; where PayPal cannot be asked, the next minute goes on from there.
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
import { type Means, takeWordOf } from './look.ts'

type Log = (event: string, details: Readonly<Record<string, string | number>>) => void

export const reconciliationPath = 'operations/reconciliation'

/** So many a minute, each a question to PayPal. */
const atOnce = 50

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

/** Goes on with it, if it is time. Two at once do the same work, and the second is not kept. */
export async function reconcile(
  means: Means & { readonly log: Log },
): Promise<Result<void, FirestoreFailure>> {
  const { firestore, now } = means
  const found = await readReconciliation(firestore)
  if (!found.ok) return found
  const { kept, updateTime } = found.value
  const current = reconciliationNow(kept, now())
  if (!current) return succeed(undefined)
  const { cursor } = current
  const portion = await firestore.query({
    collection: 'subscriptions',
    where: [{ field: 'subscription.state', is: 'EQUAL', value: cursor.state }],
    limit: atOnce,
    ...(cursor.after === null ? {} : { afterId: cursor.after }),
  })
  if (!portion.ok) return portion
  const { documents } = portion.value
  const compared = await compareAll(means, documents)
  const isWhole = compared.looked === documents.length
  const isStateDone = isWhole && documents.length < atOnce
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
  // Somebody else has done as much.
  return written.ok || written.failure.kind === 'conflict' ? succeed(undefined) : written
}

type Compared = {
  looked: number
  drifted: number
  failed: number
  /** The last that was compared. */
  last: string | null
}

async function compareAll(
  means: Means & { readonly log: Log },
  documents: readonly StoredDocument[],
): Promise<Compared> {
  const compared: Compared = { looked: 0, drifted: 0, failed: 0, last: null }
  for (const { id, fields } of documents) {
    const record = subscriptionRecordSchema.safeParse(fields)
    const result = record.success
      ? await compare(means, id, record.data)
      : fail({ kind: 'malformed' })
    if (!result.ok && result.failure.kind === 'unavailable') {
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
