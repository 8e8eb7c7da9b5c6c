/**
 * Compares each stored subscription with PayPal. A record that can't be compared is counted and skipped; if PayPal is
 * unavailable, the next run continues with the same record.
 */
import { day } from '../../src/domain/duration.ts'
import { type OutboxItem, outboxItemSchema } from '../../src/domain/outbox/outbox-item.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import {
  addCounts,
  type ComparisonCounts,
  getCurrentReconciliation,
  getNextCursor,
  noCounts,
  type Reconciliation,
  reconciliationPath,
  reconciliationSchema,
} from '../../src/domain/subscription/reconciliation-record.ts'
import {
  type Subscription,
  subscriptionRecordSchema,
} from '../../src/domain/subscription/subscription.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
  type StoredDocument,
} from '../platform/adapters/firestore.ts'
import { catchExceptions, type Job, type JobOutcome, type Run } from '../platform/cron/cron-job.ts'
import { runConcurrently } from '../platform/cron/due-records.ts'
import type { Log } from '../platform/log.ts'
import type { SubscriptionDeps } from './subscription-deps.ts'
import { syncFromPayPal } from './sync-from-paypal.ts'

/**
 * The maximum per run. Comparisons run concurrently, as many as the circuit breaker allows. Each takes a call to PayPal
 * and a read, together less than 0.4 s: 18,000 an hour, or 100,000 in less than six hours.
 */
const maxPerRun = 300
const concurrency = 3

/** A malformed record is replaced as if it were missing. */
export async function readReconciliation(firestore: Firestore) {
  const stored = await firestore.get(reconciliationPath)
  if (!stored.ok) return stored
  const storedReconciliation = reconciliationSchema.safeParse(stored.value?.fields).data ?? null
  return succeed({ storedReconciliation, updateTime: stored.value?.updateTime ?? null })
}

type ReconciliationDeps = SubscriptionDeps & { readonly log: Log }

const idleOutcome: JobOutcome = { done: 0, failed: 0, waitingSince: null }

/** Stores only the results of the first of two simultaneous runs. */
export async function reconcileSubscriptions(
  deps: ReconciliationDeps,
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
  const { counts, lastId } = await compareBatch(deps, run, documents)
  const { comparedCount, failed } = counts
  const isStateDone = comparedCount === documents.length && documents.length < maxPerRun
  const next: Reconciliation = {
    ...current,
    ...addCounts(current, counts),
    cursor: isStateDone ? getNextCursor(cursor) : { ...cursor, after: lastId ?? cursor.after },
  }
  const result = next.cursor === null ? await finishReconciliation(deps, next) : succeed(next)
  if (!result.ok) return result
  const write = createSafeWrite(reconciliationPath, updateTime, result.value)
  const written = await firestore.commit([write])
  if (!written.ok) return written.failure.kind === 'conflict' ? succeed(idleOutcome) : written
  const isStalled = next.cursor !== null && comparedCount === 0 && documents.length > 0
  const waitingSince = isStalled ? next.startedAt : null
  return succeed({ done: comparedCount - failed, failed, waitingSince })
}

export const createReconciliationJob = (deps: ReconciliationDeps): Job => ({
  name: 'reconciliation',
  run: (run) => reconcileSubscriptions(deps, run),
})

async function compareBatch(
  deps: ReconciliationDeps,
  run: Pick<Run, 'hasTime'>,
  documents: readonly StoredDocument[],
): Promise<{ readonly counts: ComparisonCounts; readonly lastId: string | null }> {
  const counts = { ...noCounts }
  let lastId: string | null = null
  const comparisons = await compareUntilUnavailable(deps, run, documents)
  // The next run continues after the last subscription up to which all have been compared.
  for (const { id: uid } of documents) {
    const compared = comparisons.get(uid)
    if (!compared) break
    if (!compared.ok && isPayPalUnavailable(compared.failure)) {
      deps.log('reconciliation_interrupted', { uid, reason: compared.failure.kind })
      break
    }
    lastId = uid
    counts.comparedCount++
    if (!compared.ok) {
      counts.failed++
      deps.log('subscription_not_compared', { uid, reason: compared.failure.kind })
      continue
    }
    const { before, current } = compared.value
    if (current?.state === 'paymentFailed' && current.cause === 'missing')
      counts.missingPaymentCount++
    const [statusBefore, is] = [describeState(before), describeState(current)]
    if (is === statusBefore) continue
    counts.outOfSyncCount++
    deps.log('subscription_drifted', { uid, statusBefore, is })
  }
  return { counts, lastId }
}

/** Returns results by reader, without readers who weren't compared. */
async function compareUntilUnavailable(
  deps: ReconciliationDeps,
  run: Pick<Run, 'hasTime'>,
  documents: readonly StoredDocument[],
) {
  const comparisons = new Map<string, Comparison>()
  let isInterrupted = false
  const canContinue = () => run.hasTime() && !isInterrupted
  await runConcurrently(documents, concurrency, canContinue, async ({ id, fields }) => {
    const compared = await catchExceptions(() => compareWithPayPal(deps, id, fields))
    comparisons.set(id, compared)
    if (!compared.ok && isPayPalUnavailable(compared.failure)) isInterrupted = true
    return succeed(null)
  })
  return comparisons
}

const isPayPalUnavailable = (failure: { readonly kind: string }) =>
  failure.kind === 'unavailable' && !('isFromPayPal' in failure)

/** Milliseconds within which PayPal lists a payment that it collected just before a cancellation. */
const replacedCheckPeriod = 7 * day

type Comparison = Result<
  Record<'before' | 'current', Subscription | null>,
  { readonly kind: string }
>

async function compareWithPayPal(
  deps: SubscriptionDeps,
  uid: string,
  fields: StoredDocument['fields'],
): Promise<Comparison> {
  const record = subscriptionRecordSchema.safeParse(fields)
  if (!record.success) return fail({ kind: 'malformed' })
  const { subscription: before, replaced } = record.data
  if (!before) return succeed({ before, current: null })
  const { provider, plan } = before
  const synced = await syncFromPayPal(deps, { uid, plan }, provider, { by: 'cron' })
  if (!synced.ok) return synced
  // A replaced subscription must be cancelled, and collect nothing.
  for (const { provider: former, at } of replaced) {
    if (deps.now().getTime() - at.getTime() > replacedCheckPeriod) continue
    const checked = await syncFromPayPal(deps, { uid, plan }, former, { by: 'cron' })
    if (!checked.ok && checked.failure.kind !== 'notFound') return checked
  }
  return succeed({ before, current: synced.value.record?.subscription ?? null })
}

/** Describes what counts as out of sync: a different state, or a different end of the paid time. */
const describeState = (subscription: Subscription | null) =>
  subscription
    ? `${subscription.state}, paid through ${subscription.paidThrough.toISOString()}`
    : 'none'

const refundKinds: readonly OutboxItem['kind'][] = ['refund', 'surplus', 'replaced', 'useCredit']

/** Counts overdue refunds, which nothing else reports. */
async function finishReconciliation(
  { firestore, now, log }: ReconciliationDeps,
  reconciliation: Reconciliation,
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
    return !item.success || refundKinds.includes(item.data.kind)
  }).length
  const { startedAt } = reconciliation
  const counts = { ...addCounts(noCounts, reconciliation), overdueRefundCount }
  log('subscriptions_reconciled', counts)
  return succeed({ ...reconciliation, last: { startedAt, finishedAt: now(), ...counts } })
}
