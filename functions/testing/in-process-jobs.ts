/** Creates the cron jobs that concern readers, in one process. */
import { createJobs } from '../app/create-jobs.ts'
import type { Services } from '../app/services.ts'
import type { Bindings } from '../identity/edge-context.ts'
import type { Jobs } from '../platform/cron/run-cron.ts'

const jobNames: ReadonlySet<string> = new Set([
  'subscriptionDates',
  'emails',
  'payPal',
  'purchaseChecks',
  'reconciliation',
  'gifts',
  'deletions',
  'outboxCheck',
  'unlocks',
])

/** Without the statistics database, no jobs about money run. */
export function createInProcessJobs(services: Services, payPalUnavailableUntil: Date | null): Jobs {
  const { jobs, breaker } = createJobs(services, {} as Bindings, payPalUnavailableUntil)
  const isRun = ({ name }: { readonly name: string }) =>
    jobNames.has(name) || (services.statistics && (name === 'transitions' || name === 'books'))
  return { jobs: jobs.filter(isRun), breaker }
}
