/**
 * Compares each stored subscription with PayPal. A record that can't be compared is counted and skipped;
 * while PayPal is unavailable, the next run continues with the same record.
 */

import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { type OutboxItem, outboxItemSchema } from '../../src/domain/subscription/outbox-item.ts'
import type { PlanId } from '../../src/domain/subscription/plan.ts'
import {
  getCurrentReconciliation,
  getNextCursor,
  type Reconciliation,
  reconciliationSchema,
} from '../../src/domain/subscription/reconciliation-record.ts'
import {
  type Subscription,
  type SubscriptionRecord,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
} from '../adapters/firestore.ts'
import { catchExceptions, type Job, type JobOutcome, type Run } from '../cron/cron-job.ts'
import type { Log } from '../log.ts'
import type { ChangeFailure } from './change-subscription.ts'
import { type SubscriptionDeps, syncFromProvider } from './sync-from-provider.ts'

export const reconciliationPath = 'operations/reconciliation'

/** Each a call to PayPal. */
const maxPerRun = 50

const day = 24 * 60 * 60 * 1000

type StoredReconciliation = {
  readonly storedReconciliation: Reconciliation | null
  readonly updateTime: string | null
}

export async function readReconciliation(
  firestore: Firestore,
): Promise<Result<StoredReconciliation, FirestoreFailure>> {
  const stored = await firestore.get(reconciliationPath)
  if (!stored.ok) return stored
  // A malformed record is replaced.
  const storedReconciliation = reconciliationSchema.safeParse(stored.value?.fields)
  return succeed({
    storedReconciliation: storedReconciliation.success ? storedReconciliation.data : null,
    updateTime: stored.value?.updateTime ?? null,
  })
}

const idleOutcome: JobOutcome = { done: 0, failed: 0, waitingSince: null }

/** Of two simultaneous runs, the second one isn't stored. */
export async function reconcileSubscriptions(
  deps: SubscriptionDeps & { readonly log: Log },
  run: Pick<Run, 'hasTime'>,
): Promise<Result<JobOutcome, FirestoreFailure>> {
  const { firestore, now } = deps
  const found = await readReconciliation(firestore)
  if (!found.ok) return found
  const { storedReconciliation, updateTime } = found.value
  const current = getCurrentReconciliation(storedReconciliation, now())
  if (!current) return succeed(idleOutcome)
  const { cursor } = current
  const batch = await firestore.query({
    collection: 'subscriptions',
    where: [{ field: 'subscription.state', is: 'EQUAL', value: cursor.state }],
    limit: maxPerRun,
    ...(cursor.after === null ? {} : { afterId: cursor.after }),
  })
  if (!batch.ok) return batch
  const { documents } = batch.value
  const batchResult = await compareBatch(deps, run, documents)
  const isBatchDone = batchResult.comparedCount === documents.length
  const isStateDone = isBatchDone && documents.length < maxPerRun
  const next: Reconciliation = {
    ...current,
    comparedCount: current.comparedCount + batchResult.comparedCount,
    outOfSyncCount: current.outOfSyncCount + batchResult.outOfSyncCount,
    failed: current.failed + batchResult.failed,
    missingPaymentCount: current.missingPaymentCount + batchResult.missingPaymentCount,
    cursor: isStateDone
      ? getNextCursor(cursor)
      : { state: cursor.state, after: batchResult.last ?? cursor.after },
  }
  const result = next.cursor === null ? await finishReconciliation(deps, next) : succeed(next)
  if (!result.ok) return result
  const written = await firestore.commit([
    createSafeWrite(reconciliationPath, updateTime, result.value),
  ])
  if (!written.ok) return written.failure.kind === 'conflict' ? succeed(idleOutcome) : written
  const { comparedCount, failed } = batchResult
  const isStalled = next.cursor !== null && comparedCount === 0 && documents.length > 0
  return succeed({
    done: comparedCount - failed,
    failed,
    waitingSince: isStalled ? next.startedAt : null,
  })
}

export const createReconciliationJob = (deps: SubscriptionDeps & { readonly log: Log }): Job => ({
  name: 'reconciliation',
  run: (run) => reconcileSubscriptions(deps, run),
})

type BatchResult = {
  comparedCount: number
  outOfSyncCount: number
  failed: number
  missingPaymentCount: number
  last: string | null
}

async function compareBatch(
  deps: SubscriptionDeps & { readonly log: Log },
  run: Pick<Run, 'hasTime'>,
  documents: readonly StoredDocument[],
): Promise<BatchResult> {
  const batchResult: BatchResult = {
    comparedCount: 0,
    outOfSyncCount: 0,
    failed: 0,
    missingPaymentCount: 0,
    last: null,
  }
  for (const { id, fields } of documents) {
    if (!run.hasTime()) return batchResult
    const record = subscriptionRecordSchema.safeParse(fields)
    const result = record.success
      ? await catchExceptions(() => compareWithProvider(deps, id, record.data))
      : fail({ kind: 'malformed' })
    if (!result.ok && isProviderUnavailable(result.failure)) {
      deps.log('reconciliation_interrupted', { uid: id, reason: result.failure.kind })
      return batchResult
    }
    batchResult.comparedCount++
    batchResult.last = id
    if (!result.ok) {
      batchResult.failed++
      deps.log('subscription_not_compared', { uid: id, reason: result.failure.kind })
      continue
    }
    const { is, drift } = result.value
    if (isPaymentMissing(is)) batchResult.missingPaymentCount++
    if (drift) {
      batchResult.outOfSyncCount++
      deps.log('subscription_drifted', { uid: id, ...drift })
    }
  }
  return batchResult
}

const isProviderUnavailable = (failure: { readonly kind: string }) =>
  failure.kind === 'unavailable' && !('isFromPayPal' in failure)

type Comparison = {
  readonly is: Subscription | null
  /** Null if both sides agree. */
  readonly drift: { readonly statusBefore: string; readonly is: string } | null
}

async function compareWithProvider(
  deps: SubscriptionDeps,
  uid: string,
  { subscription, replaced }: SubscriptionRecord,
): Promise<Result<Comparison, { readonly kind: string }>> {
  if (!subscription) return succeed({ is: null, drift: null })
  const { provider, plan } = subscription
  const synced = await syncFromProvider(deps, { uid, plan }, provider, { by: 'cron' })
  if (!synced.ok) return synced
  const checked = await compareReplaced(deps, uid, plan, replaced)
  if (!checked.ok) return checked
  const current = synced.value.record?.subscription ?? null
  const is = describeState(current)
  const statusBefore = describeState(subscription)
  return succeed({ is: current, drift: is === statusBefore ? null : { statusBefore, is } })
}

const isPaymentMissing = (subscription: Subscription | null) =>
  subscription?.state === 'paymentFailed' && subscription.cause === 'missing'

/** Milliseconds in which PayPal lists a payment that it took just before a cancellation. */
const replacedCheckPeriod = 7 * day

/** Checks that a subscription that another one has replaced is cancelled, and collects nothing. */
async function compareReplaced(
  deps: SubscriptionDeps,
  uid: string,
  plan: PlanId,
  replaced: SubscriptionRecord['replaced'],
): Promise<Result<void, ChangeFailure>> {
  const now = deps.now().getTime()
  for (const { provider, at } of replaced) {
    if (now - at.getTime() > replacedCheckPeriod) continue
    const synced = await syncFromProvider(deps, { uid, plan }, provider, { by: 'cron' })
    if (!synced.ok && synced.failure.kind !== 'notFound') return synced
  }
  return succeed(undefined)
}

/** Everything that pages and billing depend on. */
const describeState = (subscription: Subscription | null) =>
  subscription
    ? `${subscription.state}, paid through ${subscription.paidThrough.toISOString()}`
    : 'none'

const refundKinds: ReadonlySet<OutboxItem['kind']> = new Set([
  'refund',
  'surplus',
  'replaced',
  'useCredit',
])

/** Counts overdue refunds, which nothing else reports. */
async function finishReconciliation(
  { firestore, now, log }: SubscriptionDeps & { readonly log: Log },
  {
    startedAt,
    comparedCount,
    outOfSyncCount,
    failed,
    missingPaymentCount,
    ...rest
  }: Reconciliation,
): Promise<Result<Reconciliation, FirestoreFailure>> {
  const overdueItems = await firestore.query({
    collection: 'outbox',
    where: [{ field: 'pendingSince', is: 'LESS_THAN', value: new Date(now().getTime() - day) }],
    orderBy: 'pendingSince',
    limit: 500,
  })
  if (!overdueItems.ok) return overdueItems
  const overdueRefundCount = overdueItems.value.documents.filter(({ fields }) => {
    const item = outboxItemSchema.safeParse(fields)
    return !item.success || refundKinds.has(item.data.kind)
  }).length
  const finishedAt = now()
  const counts = { comparedCount, outOfSyncCount, failed, missingPaymentCount }
  log('subscriptions_reconciled', { ...counts, overdueRefundCount })
  const last = { startedAt, finishedAt, ...counts, overdueRefundCount }
  return succeed({ ...rest, startedAt, ...counts, last })
}
