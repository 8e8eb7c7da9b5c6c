import { fail, succeed } from '../../src/domain/result.ts'
import { createOutboxJob, type EmailSender } from '../outbox/outbox-jobs.ts'
import type { CircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { handleDueRecords, type JobDeps } from '../platform/cron/due-records.ts'
import { applySubscriptionEvent } from '../subscription/change-subscription.ts'
import { createReconciliationJob } from '../subscription/reconcile-subscriptions.ts'
import type { SubscriptionDeps } from '../subscription/subscription-deps.ts'
import { createEmailsJob, runPayPalItem } from './outbox-handlers.ts'

/** A Worker has six connections; the other three are for Firestore, the email service and the build hook. */
export const maxPayPalCalls = 3

export type SubscriptionJobsDeps = JobDeps &
  SubscriptionDeps & { readonly emailSender: EmailSender }

/** Handles changes that depend on dates alone: the ends of periods, pauses and grace periods. */
const createDatesJob = (deps: JobDeps): Job => ({
  name: 'subscriptionDates',
  run: (run) =>
    handleDueRecords(deps, run, {
      collection: 'subscriptions',
      concurrency: 1,
      async handle({ id }) {
        const changed = await applySubscriptionEvent(deps, id, 'cron', { kind: 'timePassed' })
        if (!changed.ok) return changed
        // The record's date is wrong.
        return changed.value.ignored ? fail({ kind: changed.value.ignored }) : succeed(undefined)
      },
    }),
})

/** `paypal` goes through the breaker. */
export const createSubscriptionJobs = (
  deps: SubscriptionJobsDeps,
  breaker: CircuitBreaker,
): readonly Job[] => [
  createDatesJob(deps),
  createEmailsJob(deps, deps.emailSender),
  createOutboxJob(deps, {
    name: 'payPal',
    concurrency: maxPayPalCalls,
    breaker,
    run: (item, id) => runPayPalItem(deps, deps.emailSender, item, id),
  }),
  createReconciliationJob(deps),
]
