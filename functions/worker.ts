/** Creates the services once per isolate, and is the last error boundary. */
import { deriveSealingKeys } from '../src/contracts/sealed-body.ts'
import { importSigningKeys } from '../src/contracts/signed-token.ts'
import { succeed } from '../src/domain/result.ts'
import { site } from '../src/site.ts'
import { createDeletionsJob } from './account/delete-reader.ts'
import { createOutageTracker } from './account/outage-tracker.ts'
import { createTokens } from './account/session-tokens.ts'
import { createAuthAccounts } from './adapters/auth-accounts.ts'
import { createAuthEmailCodes } from './adapters/auth-email-codes.ts'
import { createIdentityService } from './adapters/auth-identity.ts'
import { createCircuitBreaker, withCircuitBreaker } from './adapters/circuit-breaker.ts'
import { createEventReceiver } from './adapters/event-receiver.ts'
import { createFirestore } from './adapters/firestore.ts'
import { createEmailService } from './adapters/mail/create-email-service.ts'
import { createWeeklyMail } from './adapters/mail/create-weekly-mail.ts'
import { createMailEventSources } from './adapters/mail/mail-event-sources.ts'
import { createPayPal, type PayPal } from './adapters/paypal.ts'
import { createPayPalRest } from './adapters/paypal-rest.ts'
import { createRebuildHook } from './adapters/rebuild-hook.ts'
import { createBotCheck } from './adapters/recaptcha.ts'
import {
  accountsScope,
  createAccessTokenSource,
  createTokenSource,
} from './adapters/service-account.ts'
import { createBodyCache } from './articles/body-cache.ts'
import { createErrorPageCache } from './articles/error-page-cache.ts'
import { createOlderStories } from './articles/older-stories.ts'
import { createOlderStoryPages } from './articles/older-story-page-cache.ts'
import { catchExceptions } from './cron/cron-job.ts'
import { createRetentionJob } from './cron/retention-job.ts'
import { type Jobs, runCron } from './cron/run-cron.ts'
import { createGiftCardSender } from './email/gift-card-sender.ts'
import { createEmailSenderFrom } from './email/send-pending-emails.ts'
import { withSuppression } from './email/with-suppression.ts'
import { parseVariables, type Variables } from './env.ts'
import { createGiftsJob } from './gift/gift-jobs.ts'
import type { Bindings, EdgeApp, Services } from './http/edge-context.ts'
import { createErrorResponse } from './http/error-response.ts'
import { drainRequestBody, setSecurityHeaders } from './http/guards.ts'
import { renderPage } from './http/render-page.ts'
import { createIssueDeps } from './issue/create-issue-deps.ts'
import { handleIssueMessage } from './issue/handle-issue-messages.ts'
import type { IssueMessage } from './issue/issue-deps.ts'
import { createIssuesJob } from './issue/issue-job.ts'
import { createFreshPages } from './landing/fresh-pages.ts'
import { isLandingRoute } from './landing/landing-path.ts'
import { createUnlocksJob } from './meter/unlocks-job.ts'
import { createNewsletterEmailsJob } from './newsletter/newsletter-email-sender.ts'
import { createNewsletterEntriesJob } from './newsletter/newsletter-entries-job.ts'
import { createProfilePageCache } from './profile/profile-page-cache.ts'
import { createProfileReportsJob } from './profile/profile-reports-job.ts'
import { advanceRebuild, createRebuildJob } from './publishing/advance-rebuild.ts'
import { createBuildManifest } from './publishing/build-manifest.ts'
import { createRecentChanges } from './publishing/recent-changes.ts'
import { createArticlesJob } from './publishing/scheduled-articles.ts'
import { findQueueBinding } from './queue-name.ts'
import { createApp } from './routes.ts'
import { createDailyFiguresJob } from './statistics/daily-figures-job.ts'
import { handleEventMessages } from './statistics/handle-event-messages.ts'
import { createMostReadJob } from './statistics/most-read-job.ts'
import { createOldFiguresJob } from './statistics/old-figures-job.ts'
import { createPublishedPages, type PublishedPages } from './statistics/published-pages.ts'
import { createOutboxCheckJob } from './subscription/outbox-check-job.ts'
import { createSubscriptionJobs, maxPayPalCalls } from './subscription/subscription-jobs.ts'
import { createTransitionsJob } from './transition-records/transitions-job.ts'

/** Milliseconds, while a reader waits. */
const backendTimeout = 4000

/** Milliseconds, in the background. */
const backgroundTimeout = 10_000

const now = () => new Date()
const log: Services['log'] = (event, details) => console.log(JSON.stringify({ event, ...details }))

function createServices(variables: Variables, env: Bindings): Services {
  const { ASSETS, EMAIL, EVENTS, STATISTICS } = env
  const firestore = createFirestore({
    url: variables.FIRESTORE_URL,
    projectId: variables.FIREBASE_PROJECT_ID,
    token: createTokenSource(
      variables.FIREBASE_SERVICE_ACCOUNT,
      'https://firestore.googleapis.com/',
      Date.now,
    ),
    timeout: backendTimeout,
  })
  const buildManifest = createBuildManifest(ASSETS)
  const recentChanges = createRecentChanges({
    firestore,
    builtAt: buildManifest.builtAt,
    now,
    log,
  })
  return {
    firestore,
    identity: createIdentityService({
      url: variables.IDENTITY_URL,
      apiKey: variables.FIREBASE_API_KEY,
      projectId: variables.FIREBASE_PROJECT_ID,
      timeout: backendTimeout,
    }),
    accounts: createAuthAccounts({
      url: variables.IDENTITY_URL,
      projectId: variables.FIREBASE_PROJECT_ID,
      token: createAccessTokenSource(variables.FIREBASE_SERVICE_ACCOUNT, {
        scope: accountsScope,
        now: Date.now,
        timeout: backendTimeout,
      }),
      timeout: backendTimeout,
    }),
    authEmailCodes: createAuthEmailCodes({
      url: variables.IDENTITY_URL,
      apiKey: variables.FIREBASE_API_KEY,
      timeout: backendTimeout,
    }),
    outageTracker: createOutageTracker(),
    botCheck: variables.RECAPTCHA_SECRET
      ? createBotCheck({
          url: variables.RECAPTCHA_URL,
          secret: variables.RECAPTCHA_SECRET,
          timeout: backendTimeout,
        })
      : null,
    tokens: createTokens(variables.SESSION_KEYS),
    sealingKeys: deriveSealingKeys(variables.SEALING_KEYS),
    deskKeys: importSigningKeys(variables.DESK_KEYS),
    healthKeys: variables.HEALTH_KEYS ?? null,
    bodyCache: createBodyCache(),
    olderStories: createOlderStories(ASSETS),
    olderStoryPages: createOlderStoryPages(),
    rebuildHook: variables.REBUILD_HOOK_URL
      ? createRebuildHook({
          url: variables.REBUILD_HOOK_URL,
          token: variables.REBUILD_HOOK_TOKEN,
          event: variables.REBUILD_HOOK_EVENT,
          timeout: backgroundTimeout,
        })
      : null,
    recentChanges,
    freshPages: createFreshPages({
      assets: ASSETS,
      firestore,
      recentChanges,
      buildManifest,
      now,
      log,
    }),
    buildManifest,
    renderPage,
    errorPages: createErrorPageCache(),
    profilePages: createProfilePageCache(Date.now),
    paypal: variables.payPal && createPayPalAdapter(variables.payPal),
    emailConfig: variables.mail && {
      siteUrl: variables.mail.SITE_URL,
      emailService: withSuppression(createEmailService(variables.mail, EMAIL, backgroundTimeout), {
        firestore,
        log,
      }),
    },
    weeklyMail: variables.weeklyMail && createWeeklyMail(variables.weeklyMail),
    mailEventSources: createMailEventSources(variables),
    eventReceiver: variables.ANALYTICS_URL
      ? createEventReceiver({
          url: variables.ANALYTICS_URL,
          writeKey: variables.ANALYTICS_WRITE_KEY,
          timeout: backgroundTimeout,
        })
      : null,
    eventQueue: EVENTS,
    statistics: STATISTICS,
    trialDays: site.trialDays,
    now,
    log,
  }
}

function createPayPalAdapter(variables: NonNullable<Variables['payPal']>): PayPal {
  const wire = createPayPalRest({
    url: variables.PAYPAL_URL,
    clientId: variables.PAYPAL_CLIENT_ID,
    secret: variables.PAYPAL_SECRET,
    timeout: backgroundTimeout,
    now: Date.now,
  })
  return createPayPal(wire, {
    plans: variables.PAYPAL_PLANS,
    webhook: variables.PAYPAL_WEBHOOK_ID,
    url: variables.PAYPAL_URL,
  })
}

function createJobs(services: Services, env: Bindings, payPalUnavailableUntil: Date | null): Jobs {
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
    jobs: [...alwaysEnabled, createDeletionsJob(deps), ...createSubscriptionJobs(deps, breaker)],
    breaker,
  }
}

let services: Services | undefined
let app: EdgeApp | undefined
let publishedPages: PublishedPages | undefined

/** Throws if the environment is incomplete. */
function getServices(env: Bindings): Services {
  services ??= createServices(parseVariables(env), env)
  return services
}

/** Side by side, because most of the time is spent waiting for the provider. */
async function handleIssueMessages(services: Services, env: Bindings, batch: MessageBatch) {
  const deps = createIssueDeps(services, env)
  await Promise.all(
    batch.messages.map(async (message) => {
      const handled = await catchExceptions(async () => {
        if (deps) await handleIssueMessage(deps, message.body as IssueMessage)
        return succeed(undefined)
      })
      if (handled.ok) return
      services.log('issue_message_failed', { reason: handled.failure.reason })
      message.retry()
    }),
  )
}

export { IssueSending } from './issue/issue-sending-object.ts'
export { NetworkUnlocks } from './meter/network-unlocks-object.ts'

export default {
  async fetch(request, env, context) {
    try {
      app ??= createApp(getServices(env))
      const response = await app.fetch(request, env, context)
      await drainRequestBody(request)
      return setSecurityHeaders(response)
    } catch (error) {
      // Mostly an incomplete environment, whose names the caller must not see.
      console.error(error instanceof Error ? error.message : 'unknown error')
      // Without the Worker's routes, these are files.
      if (isLandingRoute(new URL(request.url).pathname)) return env.ASSETS.fetch(request)
      return setSecurityHeaders(createErrorResponse('internal'))
    }
  },

  async queue(batch, env) {
    const services = getServices(env)
    const binding = findQueueBinding(batch.queue)
    if (binding === 'ISSUES') return handleIssueMessages(services, env, batch)
    if (binding === 'EVENTS') {
      publishedPages ??= createPublishedPages(env.ASSETS, services)
      return handleEventMessages({ ...services, publishedPages }, batch.messages)
    }
    // All messages mean the same: something was published.
    const advanced = await catchExceptions(() => advanceRebuild(services))
    if (advanced.ok) return
    services.log('rebuild_not_advanced', { reason: advanced.failure.kind })
    batch.retryAll()
  },

  async scheduled(_, env) {
    const services = getServices(env)
    await runCron(services, (payPalUnavailableUntil) =>
      createJobs(services, env, payPalUnavailableUntil),
    )
  },
} satisfies ExportedHandler<Bindings>
