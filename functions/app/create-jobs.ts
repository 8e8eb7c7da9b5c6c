import type { Bindings } from '../identity/edge-context.ts'
import { createOutboxCheckJob } from '../outbox/outbox-check-job.ts'
import { createOutboxJob } from '../outbox/outbox-jobs.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Jobs } from '../platform/cron/run-cron.ts'
import { installed, type JobsDeps, personalData, runOutboxItem } from './installed.ts'
import { createRetentionJob } from './retention-job.ts'
import { createEmailItems, createEmailSenderFrom } from './send-pending-emails.ts'
import type { Services } from './services.ts'

/** A Worker can have six connections open; the other three are for Firestore, the email service and the build hook. */
const maxPayPalCalls = 3

/** Omits PayPal's jobs if PayPal isn't configured. */
export function createJobs(
  services: Services,
  env: Bindings,
  payPalUnavailableUntil: Date | null,
): Jobs {
  const breaker =
    services.paypal &&
    createCircuitBreaker({
      maxConcurrent: maxPayPalCalls,
      openUntil: payPalUnavailableUntil,
      now: services.now,
    })
  const paypal = services.paypal && breaker && withCircuitBreaker(services.paypal, breaker)
  const deps: JobsDeps = { ...services, paypal, env, personalData }
  const jobs = [
    ...installed.flatMap((capability) => capability.jobs?.(deps) ?? []),
    createOutboxCheckJob(deps),
    createRetentionJob(deps),
    createOutboxJob(deps, {
      name: 'gifts',
      concurrency: 2,
      run: (item, id) => runOutboxItem(deps, item, id),
    }),
    createOutboxJob(deps, {
      name: 'deletions',
      concurrency: 1,
      run: (item, id) => runOutboxItem(deps, item, id),
    }),
  ]
  if (!paypal) return { jobs, breaker }
  const sellingDeps = { ...deps, paypal, emailSender: createEmailSenderFrom(services, paypal) }
  return {
    jobs: [
      ...jobs,
      createOutboxJob(deps, createEmailItems(sellingDeps)),
      createOutboxJob(deps, {
        name: 'payPal',
        concurrency: maxPayPalCalls,
        breaker: breaker!,
        run: (item, id) => runOutboxItem(sellingDeps, item, id),
      }),
      createOutboxJob(deps, {
        name: 'purchaseChecks',
        concurrency: 1,
        breaker: breaker!,
        run: (item, id) => runOutboxItem(sellingDeps, item, id),
      }),
    ],
    breaker,
  }
}
