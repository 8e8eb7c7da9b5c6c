/** The list of cron jobs, each with what it depends on. */
import { createDeletionsJob } from '../account/delete-reader.ts'
import { createBooksJob } from '../books/books-job.ts'
import { createGiftCardSender } from '../gift/gift-card-sender.ts'
import { createGiftsJob } from '../gift/gift-jobs.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createIssueDeps } from '../issue/create-issue-deps.ts'
import { createIssuesJob } from '../issue/issue-job.ts'
import { createNewsletterEmailsJob } from '../newsletter/newsletter-email-sender.ts'
import { createNewsletterEntriesJob } from '../newsletter/newsletter-entries-job.ts'
import { createOutboxCheckJob } from '../outbox/outbox-check-job.ts'
import { createUnlocksJob } from '../paywall/unlocks-job.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Jobs } from '../platform/cron/run-cron.ts'
import { createProfileReportsJob } from '../profile/profile-reports-job.ts'
import { createRebuildJob } from '../publishing/advance-rebuild.ts'
import { createArticlesJob } from '../publishing/scheduled-articles.ts'
import { createTransitionsJob } from '../statistics/records/transitions-job.ts'
import { createDailyFiguresJob } from '../statistics/reports/daily-figures-job.ts'
import { createMostReadJob } from '../statistics/reports/most-read-job.ts'
import { createOldFiguresJob } from '../statistics/reports/old-figures-job.ts'
import { createRetentionJob } from './retention-job.ts'
import { createEmailSenderFrom } from './send-pending-emails.ts'
import type { Services } from './services.ts'
import { createSubscriptionJobs, maxPayPalCalls } from './subscription-jobs.ts'

/** PayPal's jobs only if it's configured. */
export function createJobs(
  services: Services,
  env: Bindings,
  payPalUnavailableUntil: Date | null,
): Jobs {
  const { now, firestore, log, accounts } = services
  const issueDeps = createIssueDeps(services, env)
  const alwaysEnabled = [
    createArticlesJob(services),
    createRebuildJob(services),
    createOutboxCheckJob({ firestore, now, log }),
    createUnlocksJob({ firestore, now, log }),
    createDailyFiguresJob(services),
    createOldFiguresJob(services),
    createTransitionsJob(services),
    createMostReadJob(services),
    createNewsletterEmailsJob(services),
    createNewsletterEntriesJob({ firestore, now, log }),
    createProfileReportsJob(services),
    createRetentionJob({ firestore, now, log }),
    createGiftsJob({ firestore, now, log }, createGiftCardSender(services.emailConfig)),
    ...(issueDeps ? [createIssuesJob(issueDeps, services.emailConfig)] : []),
  ]
  if (!services.paypal) {
    return {
      jobs: [...alwaysEnabled, createDeletionsJob({ ...services, paypal: null })],
      breaker: null,
    }
  }
  const breaker = createCircuitBreaker({
    maxConcurrent: maxPayPalCalls,
    openUntil: payPalUnavailableUntil,
    now,
  })
  const paypal = withCircuitBreaker(services.paypal, breaker)
  const emailSender = createEmailSenderFrom(services, paypal)
  const deps = { firestore, paypal, emailSender, accounts, now, log }
  return {
    jobs: [
      ...alwaysEnabled,
      createDeletionsJob(deps),
      ...createSubscriptionJobs(deps, breaker),
      createBooksJob({ ...deps, statistics: services.statistics }),
    ],
    breaker,
  }
}
