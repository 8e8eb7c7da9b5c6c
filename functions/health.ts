import type { HealthResponse } from '../src/contracts/health.ts'
import { type Cron, delayOf, type JobName, tolerableDelay } from '../src/domain/cron.ts'
import { rebuildStanding, settled } from '../src/domain/rebuild.ts'
import { needsLooking, type Reconciliation } from '../src/domain/reconciliation.ts'
import { readCron } from './cron/run-cron.ts'
import type { EdgeContext, Services } from './http/context.ts'
import { createSharedAnswer } from './http/shared-answer.ts'
import { builtUpTo } from './publishing/built.ts'
import { readRebuild } from './publishing/rebuild-record.ts'
import { readReconciliation } from './subscription/reconciliation.ts'

/** Milliseconds for which one look at Firestore answers everybody who asks. */
const remembered = 5000

const away: HealthResponse = { status: 'degraded', firestore: 'unavailable' }

async function look(services: Services): Promise<HealthResponse> {
  const { firestore, rebuildHook, now } = services
  const [stored, built, compared, ran] = await Promise.all([
    readRebuild(firestore),
    builtUpTo(services),
    readReconciliation(firestore),
    readCron(firestore),
  ])
  if (!stored.ok || !compared.ok || !ran.ok) return away
  const { kept } = compared.value
  const record = stored.value.rebuild
  const standing = rebuildStanding(record && settled(record, built, now()), built)
  const { state, since, failure } = standing
  return {
    status: state === 'failed' ? 'degraded' : 'ok',
    firestore: 'ok',
    rebuild: {
      state: rebuildHook ? state : 'unset',
      since: since.toISOString(),
      ...(failure ? { reason: failure } : {}),
    },
    ...(kept ? { payments: paymentsOf(kept, now()) } : {}),
    ...(ran.value.cron ? { cron: cronOf(ran.value.cron, now()) } : {}),
  }
}

function paymentsOf(kept: Reconciliation, now: Date): HealthResponse['payments'] {
  const { finishedAt, drifted = 0, failed = 0, overdue = 0 } = kept.last ?? {}
  return {
    state: needsLooking(kept, now) ? 'amiss' : 'ok',
    comparedAt: finishedAt?.toISOString() ?? null,
    drifted,
    failed,
    overdue,
  }
}

function cronOf({ startedAt, payPalAwayUntil, jobs }: Cron, now: Date): HealthResponse['cron'] {
  return {
    startedAt: startedAt.toISOString(),
    payPal: payPalAwayUntil ? 'away' : 'ok',
    jobs: Object.entries(jobs).map(([name, report]) => {
      const delay = delayOf(name as JobName, report, now)
      const state = report.error ? 'failing' : delay > tolerableDelay ? 'behind' : 'ok'
      return { name, state, secondsBehind: Math.round(delay / 1000), failed: report.failed }
    }),
  }
}

/**
 * GET /api/health. Costs at most three database reads in five seconds for each isolate, however many
 * requests arrive at the same time.
 */
export function createHealth(services: Services) {
  const share = createSharedAnswer<HealthResponse>(remembered, () => services.now().getTime())

  return async function health(context: EdgeContext): Promise<Response> {
    const keepAlive = (work: Promise<unknown>) => context.executionCtx.waitUntil(work)
    const body = (await share(() => look(services), keepAlive)) ?? away
    const isUp = body.firestore === 'ok'
    if (!isUp) context.header('Retry-After', '10')
    return context.json(body, isUp ? 200 : 503)
  }
}
