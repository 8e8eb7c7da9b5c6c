import type { HealthDetails } from '../../src/contracts/endpoints/health-endpoints.ts'
import { succeed } from '../../src/domain/result.ts'
import { type Handle, refuse, respond } from '../identity/handler.ts'
import { createSingleFlightCache } from '../platform/single-flight-cache.ts'
import { checkHealth, type HealthSources } from './check-health.ts'
import type { HealthDeps } from './health-deps.ts'
import { hasHealthSecret } from './health-secret.ts'

/** In milliseconds. */
const cacheMilliseconds = 5000

const toSources = (deps: HealthDeps): HealthSources => ({
  ...deps,
  eventsQueue: deps.env.EVENTS,
  has: {
    rebuildHook: deps.rebuildHook !== null,
    payPal: deps.paypal !== null,
    mail: deps.emailConfig !== null,
    weekly: deps.weeklyMail !== null,
  },
})

/** Checks at most once every five seconds per isolate, whichever handler is called first. */
export function createHealthHandlers({ now }: Pick<HealthDeps, 'now'>): {
  readonly getHealth: Handle<'GET /api/health', HealthDeps>
  readonly getStatus: Handle<'GET /api/status', HealthDeps>
} {
  const getShared = createSingleFlightCache<HealthDetails>(cacheMilliseconds, () => now().getTime())
  const readDetails = (deps: HealthDeps) =>
    getShared(
      () => checkHealth(toSources(deps)),
      (work) => deps.execution.waitUntil(work),
    )

  return {
    async getHealth(_, __, deps) {
      const details = await readDetails(deps)
      const { status, firestore } = details ?? { status: 'degraded', firestore: 'unavailable' }
      const isTrusted = await hasHealthSecret(deps.request, deps.healthKeys)
      const body = details && isTrusted ? details : { status, firestore }
      return firestore === 'ok'
        ? succeed(body)
        : respond(body, { status: 503, headers: { 'Retry-After': '10' } })
    },
    async getStatus(_, __, deps) {
      const details = await readDetails(deps)
      return details ? succeed(details) : refuse('unavailable')
    },
  }
}
