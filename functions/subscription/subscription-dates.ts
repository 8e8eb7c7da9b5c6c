/** The cron job for everything that a date alone changes: periods, pauses and grace periods end. */
import { fail, succeed } from '../../src/domain/result.ts'
import { type Deps, handleDueRecords } from '../cron/due-records.ts'
import type { Job } from '../cron/job.ts'
import { changeSubscription } from './change.ts'

/** Needs Firestore only. */
const atOnce = 1

export const subscriptionDatesJob = (deps: Deps): Job => ({
  name: 'subscriptionDates',
  run: (run) =>
    handleDueRecords(deps, run, {
      collection: 'subscriptions',
      atOnce,
      async handle({ id }) {
        const { firestore, now } = deps
        const changed = await changeSubscription({
          firestore,
          uid: id,
          by: 'clock',
          now,
          event: async () => succeed({ kind: 'timePassed' }),
        })
        if (!changed.ok) return changed
        // Due for no reason: a record whose date is wrong.
        return changed.value.ignored ? fail({ kind: changed.value.ignored }) : succeed(undefined)
      },
    }),
})
