/** Handles changes that depend on dates alone: the ends of periods, pauses and grace periods. */
import { fail, succeed } from '../../src/domain/result.ts'
import type { Job } from '../cron/cron-job.ts'
import { handleDueRecords, type JobDeps } from '../cron/due-records.ts'
import { changeSubscription } from './change-subscription.ts'

const concurrency = 1

export const createSubscriptionDatesJob = (deps: JobDeps): Job => ({
  name: 'subscriptionDates',
  run: (run) =>
    handleDueRecords(deps, run, {
      collection: 'subscriptions',
      concurrency,
      async handle({ id }) {
        const { firestore, now } = deps
        const changed = await changeSubscription({
          firestore,
          uid: id,
          by: 'cron',
          now,
          event: async () => succeed({ kind: 'timePassed' }),
        })
        if (!changed.ok) return changed
        // The record's date is wrong.
        return changed.value.ignored ? fail({ kind: changed.value.ignored }) : succeed(undefined)
      },
    }),
})
