import { fail, succeed } from '../../src/domain/result.ts'
import type { Job } from '../platform/cron/cron-job.ts'
import { handleDueRecords, type JobDeps } from '../platform/cron/due-records.ts'
import { applySubscriptionEvent } from './change-subscription.ts'

/** Handles changes that depend only on dates: the ends of periods, pauses and grace periods. */
export const createDatesJob = (deps: JobDeps): Job => ({
  name: 'subscriptionDates',
  run: (run) =>
    handleDueRecords(deps, run, {
      collection: 'subscriptions',
      concurrency: 1,
      async handle({ id }) {
        const changed = await applySubscriptionEvent(deps, id, 'cron', { kind: 'timePassed' })
        if (!changed.ok) return changed
        // The record's date of the next change is wrong.
        return changed.value.ignored ? fail({ kind: changed.value.ignored }) : succeed(undefined)
      },
    }),
})
