/** The cron jobs about readers, in one process. */
import { createDeletionsJob } from '../account/delete-reader.ts'
import type { Tokens } from '../account/session-tokens.ts'
import type { AuthAccounts } from '../adapters/auth-accounts.ts'
import { createCircuitBreaker, withCircuitBreaker } from '../adapters/circuit-breaker.ts'
import { createBooksJob } from '../books/books-job.ts'
import type { Jobs } from '../cron/run-cron.ts'
import { createEmailSender, type EmailConfig } from '../email/email-sender.ts'
import { createGiftCardSender } from '../email/gift-card-sender.ts'
import { createGiftsJob } from '../gift/gift-jobs.ts'
import { createUnlocksJob } from '../meter/unlocks-job.ts'
import type { StatisticsDatabase } from '../statistics/statistics-database.ts'
import { createOutboxCheckJob } from '../subscription/outbox-check-job.ts'
import {
  createSubscriptionJobs,
  maxPayPalCalls,
  type SubscriptionJobsDeps,
} from '../subscription/subscription-jobs.ts'
import { createTransitionsJob } from '../transition-records/transitions-job.ts'

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
