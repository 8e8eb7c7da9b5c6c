/** Checks the site's health with live measurements and the cron jobs' last reports. */
import type {
  HealthCheck,
  HealthCheckName,
  HealthDetails,
} from '../../src/contracts/endpoints/health-endpoints.ts'
import { type Books, getNextStep } from '../../src/domain/books/books-record.ts'
import type { Cron } from '../../src/domain/cron.ts'
import type { ActiveIssues } from '../../src/domain/issue/active-issues.ts'
import { getRebuildStatus, resolveRebuild } from '../../src/domain/rebuild.ts'
import {
  needsAttention,
  type Reconciliation,
} from '../../src/domain/subscription/reconciliation-record.ts'
import { readBooks } from '../books/books-job.ts'
import { readActiveIssues } from '../issue/active-issues.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { readCron } from '../platform/cron/run-cron.ts'
import { type BuildManifest, readBuiltAt } from '../publishing/build-manifest.ts'
import { readRebuild } from '../publishing/rebuild-record.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'
import { readReconciliation } from '../subscription/reconcile-subscriptions.ts'
import { checkCron, checkJobs, checkMail, checkPayPal } from './check-jobs.ts'
import { checkOutbox, readOutbox } from './check-outbox.ts'
import { checkEvents, checkStatistics, type EventsQueue } from './check-statistics.ts'

const checked = (
  name: HealthCheckName,
  isWell: boolean,
  figures: HealthCheck['figures'] = {},
): HealthCheck => ({ name, state: isWell ? 'ok' : 'attention', figures })

function toDetails(checks: readonly HealthCheck[]): HealthDetails {
  const isFirestoreWell = checks.some(({ name, state }) => name === 'firestore' && state === 'ok')
  const attention = checks.filter(({ state }) => state === 'attention').map(({ name }) => name)
  return {
    status: !isFirestoreWell || attention.includes('rebuild') ? 'degraded' : 'ok',
    firestore: isFirestoreWell ? 'ok' : 'unavailable',
    attention,
    checks: [...checks],
  }
}

function checkPayments(reconciliation: Reconciliation | null, now: Date): HealthCheck {
  // No reconciliation has run yet.
  if (!reconciliation) return { name: 'payments', state: 'unknown', figures: {} }
  const { last, lastExcessAt, lastUnderpaidAt, lastHeldRefund } = reconciliation
  return checked('payments', !needsAttention(reconciliation, now), {
    comparedAt: last?.finishedAt.toISOString() ?? null,
    outOfSync: last?.outOfSyncCount ?? 0,
    failed: last?.failed ?? 0,
    missing: last?.missingPaymentCount ?? 0,
    overdueRefunds: last?.overdueRefundCount ?? 0,
    lastExcessAt: lastExcessAt?.toISOString() ?? null,
    lastUnderpaidAt: lastUnderpaidAt?.toISOString() ?? null,
    lastHeldRefund: lastHeldRefund?.subscription ?? null,
  })
}

/** Checks whether PayPal's movements of money and our records explain each other. The figures name the next step. */
function checkBooks(books: Books | null, now: Date, isConfigured: boolean): HealthCheck {
  if (!isConfigured) return { name: 'books', state: 'off', figures: {} }
  // No nightly comparison has run yet.
  if (!books) return { name: 'books', state: 'unknown', figures: {} }
  const { last, unpaidReaders, skippedDays } = books
  const nextStep = getNextStep(books, now)
  return checked('books', nextStep === null, {
    comparedAt: last?.finishedAt.toISOString() ?? null,
    unexplained: last?.unexplained ?? 0,
    unmatched: last?.unmatched ?? 0,
    unpaidReaders: unpaidReaders.length,
    skippedDays: skippedDays.length,
    notChecked: last?.notChecked ?? 0,
    nextStep,
  })
}

/** Reports problems that didn't stop the build: documents that are left out or shown incompletely. */
async function checkContent({ buildManifest }: HealthSources): Promise<HealthCheck> {
  const problems = await buildManifest.listContentProblems()
  return checked('content', problems.length === 0, {
    problems: problems.length,
    first: problems[0] ?? null,
  })
}

/** An issue that an editor has paused needs no alert. */
function checkWeekly({ active }: ActiveIssues, isConfigured: boolean): HealthCheck {
  const issues = Object.entries(active)
  const isWell = issues.every(([, { pausedBy }]) => pausedBy === null || pausedBy === 'editor')
  const figures = Object.fromEntries(
    issues.map(([slug, { state, pausedBy }]) => [slug, pausedBy ? `${state}: ${pausedBy}` : state]),
  )
  if (!isConfigured && issues.length === 0) return { name: 'weekly', state: 'off', figures }
  return checked('weekly', isWell, figures)
}

export type HealthSources = Parameters<typeof readBuiltAt>[0] & {
  readonly buildManifest: Pick<BuildManifest, 'listContentProblems'>
  readonly firestore: Firestore
  readonly statistics: StatisticsDatabase
  readonly eventsQueue: EventsQueue
  readonly now: () => Date
  /** Whether each optional service is configured. */
  readonly has: Readonly<Record<'rebuildHook' | 'payPal' | 'mail' | 'weekly', boolean>>
}

const needFirestore: readonly HealthCheckName[] = [
  'rebuild',
  'cron',
  'jobs',
  'outbox',
  'payPal',
  'payments',
  'books',
  'mail',
  'weekly',
]

/** Costs few database reads, or up to 100 if the outbox is full, plus one call each to D1 and the queue. */
export async function checkHealth(sources: HealthSources): Promise<HealthDetails> {
  const { firestore, statistics, eventsQueue, has } = sources
  const now = sources.now()
  const [stored, built, compared, booked, ran, issues, outbox, events, database, content] =
    await Promise.all([
      readRebuild(firestore),
      readBuiltAt(sources),
      readReconciliation(firestore),
      readBooks(firestore),
      readCron(firestore),
      readActiveIssues(firestore),
      readOutbox(firestore, now),
      checkEvents(eventsQueue, now),
      checkStatistics(statistics),
      checkContent(sources),
    ])
  if (!stored.ok || !compared.ok || !booked.ok || !ran.ok || !issues.ok || !outbox.ok) {
    const unknown = needFirestore.map(
      (name): HealthCheck => ({
        name,
        state: 'unknown',
        figures: {},
      }),
    )
    return toDetails([checked('firestore', false), content, ...unknown, events, database])
  }
  const record = stored.value.rebuild
  const rebuild = getRebuildStatus(record && resolveRebuild(record, built, now), built)
  // If no job has run, the first run is still due.
  const cron: Cron | null = ran.value.cron
  return toDetails([
    checked('firestore', true),
    {
      name: 'rebuild',
      state: rebuild.state === 'failed' ? 'attention' : has.rebuildHook ? 'ok' : 'off',
      figures: {
        state: rebuild.state,
        since: rebuild.since.toISOString(),
        // Leaves out the error's message, because it names documents.
        reason: rebuild.failure ?? null,
      },
    },
    content,
    checkCron(cron, now),
    checkJobs(cron, now),
    checkOutbox(outbox.value, now),
    checkPayPal(cron, has.payPal),
    checkPayments(compared.value.storedReconciliation, now),
    checkBooks(booked.value.books, now, has.payPal),
    checkMail(cron, has.mail),
    checkWeekly(issues.value, has.weekly),
    events,
    database,
  ])
}
