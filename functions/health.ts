import type { HealthResponse } from '../src/contracts/health.ts'
import { rebuildStanding, settled } from '../src/domain/rebuild.ts'
import { needsLooking, type Reconciliation } from '../src/domain/reconciliation.ts'
import type { EdgeContext, Services } from './http/context.ts'
import { builtUpTo } from './publishing/built.ts'
import { readRebuild } from './publishing/rebuild-record.ts'
import { readReconciliation } from './subscription/reconciliation.ts'

/** Milliseconds for which one look at Firestore answers everybody who asks. */
const remembered = 5000

let last: { readonly at: number; readonly body: HealthResponse } | undefined

async function look(services: Services): Promise<HealthResponse> {
  const { firestore, rebuildHook, now } = services
  const [stored, built, compared] = await Promise.all([
    readRebuild(firestore),
    builtUpTo(services),
    readReconciliation(firestore),
  ])
  if (!stored.ok || !compared.ok) return { status: 'degraded', firestore: 'unavailable' }
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

/** GET /api/health. Costs at most two database reads in five seconds and isolate. */
export async function health(context: EdgeContext): Promise<Response> {
  const { services } = context.var
  const at = services.now().getTime()
  if (!last || at - last.at > remembered) last = { at, body: await look(services) }
  const isUp = last.body.firestore === 'ok'
  if (!isUp) context.header('Retry-After', '10')
  return context.json(last.body, isUp ? 200 : 503)
}
