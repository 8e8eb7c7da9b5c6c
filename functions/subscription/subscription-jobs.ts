/** The cron jobs of a publication that sells subscriptions. */
import type { CircuitBreaker } from '../adapters/circuit-breaker.ts'
import type { Deps } from '../cron/due-records.ts'
import type { Job } from '../cron/job.ts'
import { emailsJob, type Letters, outboxJob, settleWithPayPal } from './drain-outbox.ts'
import type { Means } from './look.ts'
import { reconciliationJob } from './reconciliation.ts'
import { subscriptionDatesJob } from './subscription-dates.ts'

/**
 * PayPal calls open at the same time. A Worker has six connections; the other three are for Firestore,
 * the mail service and the build hook.
 */
export const payPalCallsAtOnce = 3

export type SubscriptionJobsDeps = Deps & Means & { readonly letters: Letters }

/** `paypal` of the deps goes through the breaker. */
export const subscriptionJobs = (
  deps: SubscriptionJobsDeps,
  breaker: CircuitBreaker,
): readonly Job[] => [
  subscriptionDatesJob(deps),
  emailsJob(deps, deps.letters),
  outboxJob(deps, {
    name: 'payPal',
    atOnce: payPalCallsAtOnce,
    breaker,
    run: (owed, id) => settleWithPayPal(deps, deps.letters, owed, id),
  }),
  reconciliationJob(deps),
]
