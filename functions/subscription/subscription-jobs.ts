import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Job } from '../cron/cron-job.ts'
import type { JobDeps } from '../cron/due-records.ts'
import { createEmailsJob, createOutboxJob, type EmailSender, runPayPalItem } from './outbox-jobs.ts'
import { createReconciliationJob } from './reconcile-subscriptions.ts'
import { createSubscriptionDatesJob } from './subscription-dates-job.ts'
import type { SubscriptionDeps } from './sync-from-provider.ts'

/** A Worker has six connections; the other three are for Firestore, the email service and the build hook. */
export const maxPayPalCalls = 3

export type SubscriptionJobsDeps = JobDeps &
  SubscriptionDeps & { readonly emailSender: EmailSender }

/** `paypal` goes through the breaker. */
export const createSubscriptionJobs = (
  deps: SubscriptionJobsDeps,
  breaker: CircuitBreaker,
): readonly Job[] => [
  createSubscriptionDatesJob(deps),
  createEmailsJob(deps, deps.emailSender),
  createOutboxJob(deps, {
    name: 'payPal',
    concurrency: maxPayPalCalls,
    breaker,
    run: (item, id) => runPayPalItem(deps, deps.emailSender, item, id),
  }),
  createReconciliationJob(deps),
]
