import type { HealthResponse } from '../src/contracts/health-endpoints.ts'
import { type Cron, getDelay, type JobName, maxTolerableDelay } from '../src/domain/cron.ts'
import { getRebuildStatus, resolveRebuild } from '../src/domain/rebuild.ts'
import { succeed } from '../src/domain/result.ts'
import {
  needsAttention,
  type Reconciliation,
} from '../src/domain/subscription/reconciliation-record.ts'
import { readCron } from './cron/run-cron.ts'
import type { Services } from './http/edge-context.ts'
import { type Handle, respond } from './http/handler.ts'
import { createSingleFlightCache } from './http/single-flight-cache.ts'
import { readActiveIssues } from './issue/active-issues.ts'
import { readBuiltAt } from './publishing/build-manifest.ts'
import { readRebuild } from './publishing/rebuild-record.ts'
import { readDatabaseSize } from './statistics/database-size.ts'
import { readReconciliation } from './subscription/reconcile-subscriptions.ts'

/** Milliseconds. */
const cacheMilliseconds = 5000

const unavailableResponse: HealthResponse = { status: 'degraded', firestore: 'unavailable' }

async function checkHealth(services: Services): Promise<HealthResponse> {
  const { firestore, statistics, rebuildHook, now } = services
  const [stored, built, compared, ran, issues, database] = await Promise.all([
    readRebuild(firestore),
    readBuiltAt(services),
    readReconciliation(firestore),
    readCron(firestore),
    readActiveIssues(firestore),
    readDatabaseSize(statistics),
  ])
  if (!stored.ok || !compared.ok || !ran.ok || !issues.ok) return unavailableResponse
  const { storedReconciliation } = compared.value
  const record = stored.value.rebuild
  const rebuildStatus = getRebuildStatus(record && resolveRebuild(record, built, now()), built)
  const { state, since, failure } = rebuildStatus
  return {
    status: state === 'failed' ? 'degraded' : 'ok',
    firestore: 'ok',
    rebuild: {
      state: rebuildHook ? state : 'unset',
      since: since.toISOString(),
      ...(failure ? { reason: failure } : {}),
    },
    ...(storedReconciliation ? { payments: toPaymentsHealth(storedReconciliation, now()) } : {}),
    issues: Object.entries(issues.value.active).map(([slug, { state, pausedBy }]) => ({
      slug,
      state,
      pausedBy,
    })),
    statistics: database,
    ...(ran.value.cron ? { cron: toCronHealth(ran.value.cron, now()) } : {}),
  }
}

function toPaymentsHealth(reconciliation: Reconciliation, now: Date): HealthResponse['payments'] {
  const {
    finishedAt,
    outOfSyncCount = 0,
    failed = 0,
    overdueRefundCount = 0,
  } = reconciliation.last ?? {}
  return {
    state: needsAttention(reconciliation, now) ? 'needs_attention' : 'ok',
    comparedAt: finishedAt?.toISOString() ?? null,
    outOfSyncCount,
    failed,
    overdueRefundCount,
  }
}

function toCronHealth(
  { startedAt, payPalUnavailableUntil, jobs }: Cron,
  now: Date,
): HealthResponse['cron'] {
  return {
    startedAt: startedAt.toISOString(),
    payPal: payPalUnavailableUntil ? 'unavailable' : 'ok',
    jobs: Object.entries(jobs).map(([name, report]) => {
      const delay = getDelay(name as JobName, report, now)
      const state = report.error ? 'failing' : delay > maxTolerableDelay ? 'behind' : 'ok'
      return { name, state, secondsBehind: Math.round(delay / 1000), failed: report.failed }
    }),
  }
}

/** At most four reads of Firestore and one of D1 in five seconds per isolate. */
export function createHealthHandler({ now }: Pick<Services, 'now'>): Handle<'GET /api/health'> {
  const getShared = createSingleFlightCache<HealthResponse>(cacheMilliseconds, () =>
    now().getTime(),
  )

  return async function health(_, __, deps) {
    const keepAlive = (work: Promise<unknown>) => deps.execution.waitUntil(work)
    const body = (await getShared(() => checkHealth(deps), keepAlive)) ?? unavailableResponse
    return body.firestore === 'ok'
      ? succeed(body)
      : respond(body, { status: 503, headers: { 'Retry-After': '10' } })
  }
}
