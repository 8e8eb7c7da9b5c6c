/** The cron jobs about readers, in one process. */
import { createDeletionsJob } from '../account/delete-reader.ts'
import { createEmailSender } from '../app/email-sender.ts'
import {
  createSubscriptionJobs,
  maxPayPalCalls,
  type SubscriptionJobsDeps,
} from '../app/subscription-jobs.ts'
import { createBooksJob } from '../books/books-job.ts'
import type { EmailConfig } from '../email/send-email.ts'
import { createGiftCardSender } from '../gift/gift-card-sender.ts'
import { createGiftsJob } from '../gift/gift-jobs.ts'
import type { Tokens } from '../identity/session-tokens.ts'
import { createOutboxCheckJob } from '../outbox/outbox-check-job.ts'
import { createUnlocksJob } from '../paywall/unlocks-job.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../platform/adapters/circuit-breaker.ts'
import type { Jobs } from '../platform/cron/run-cron.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'
import { createTransitionsJob } from '../statistics/records/transitions-job.ts'

type Deps = Omit<SubscriptionJobsDeps, 'emailSender'> & {
  readonly accounts: AuthAccounts
  readonly tokens: Tokens
  readonly emailConfig: EmailConfig
  /** Null runs no jobs about money. */
  readonly statistics: StatisticsDatabase | null
}

export function createInProcessJobs(
  { firestore, paypal, now, log, accounts, tokens, emailConfig, statistics }: Deps,
  payPalUnavailableUntil: Date | null,
): Jobs {
  const breaker = createCircuitBreaker({
    maxConcurrent: maxPayPalCalls,
    openUntil: payPalUnavailableUntil,
    now,
  })
  const baseDeps = { firestore, paypal: withCircuitBreaker(paypal, breaker), now, log }
  const emailSender = createEmailSender({
    ...baseDeps,
    emailConfig,
    createFinishKey: (checkout) => tokens.issueToken('finishCheckout', checkout, now()),
    createGiftKey: (gift) => tokens.issueToken('gift', gift, now()),
  })
  const deps = { ...baseDeps, emailSender }
  const jobs = [
    ...createSubscriptionJobs(deps, breaker),
    createGiftsJob(deps, createGiftCardSender(emailConfig)),
    createDeletionsJob({ ...baseDeps, accounts }),
    createOutboxCheckJob(deps),
    createUnlocksJob(deps),
    ...(statistics
      ? [createTransitionsJob({ ...deps, statistics }), createBooksJob({ ...deps, statistics })]
      : []),
  ]
  return { jobs, breaker }
}
