/** The Worker's entry: makes the services once, and is the last boundary for errors. */
import { deriveDeskKeys } from '../src/contracts/desk-signature.ts'
import { deriveSealingKeys } from '../src/contracts/sealed-body.ts'
import { createOutage } from './account/outage.ts'
import { deletionsJob } from './account/removal.ts'
import { createTokens } from './account/tokens.ts'
import { createAccounts } from './adapters/accounts.ts'
import { createBotCheck } from './adapters/bot-check.ts'
import { createCircuitBreaker, withCircuitBreaker } from './adapters/circuit-breaker.ts'
import { createEventReceiver } from './adapters/event-receiver.ts'
import { createFirestore } from './adapters/firestore.ts'
import { createIdentityService } from './adapters/identity.ts'
import { createLetterCodes } from './adapters/letter-codes.ts'
import { createMail } from './adapters/mail.ts'
import { createPayPal, type PayPal } from './adapters/paypal.ts'
import { createPayPalWire } from './adapters/paypal-wire.ts'
import { createRebuildHook } from './adapters/rebuild-hook.ts'
import {
  accountsScope,
  serviceAccountAccess,
  serviceAccountToken,
} from './adapters/service-account.ts'
import { createAbsencePages } from './articles/absence-pages.ts'
import { createOpenedBodies } from './articles/opened-bodies.ts'
import { isolate } from './cron/job.ts'
import { type Jobs, runCron } from './cron/run-cron.ts'
import type { Bindings } from './env.ts'
import type { EdgeApp, Services } from './http/context.ts'
import { renderPage } from './http/edge-page.ts'
import { errorResponse } from './http/errors.ts'
import { receiveUnread, withSecurityHeaders } from './http/guards.ts'
import type { LetterBox } from './letters/letters.ts'
import { lettersOf } from './letters/send-emails.ts'
import { createChangedList } from './publishing/changed-list.ts'
import { lookAfterRebuild, rebuildJob } from './publishing/rebuild.ts'
import { articlesJob } from './publishing/scheduled-articles.ts'
import { createSiteNotes } from './publishing/site-notes.ts'
import { createApp } from './routes.ts'
import { outboxCheckJob } from './subscription/outbox-check.ts'
import { payPalCallsAtOnce, subscriptionJobs } from './subscription/subscription-jobs.ts'
import { parseVariables, type Variables } from './variables.ts'

/** A reader is waiting: longer than this counts as away. */
const backendTimeout = 4000

/** Nobody is waiting, but the Worker lives on until it is over. */
const patientTimeout = 10_000

const now = () => new Date()
const log: Services['log'] = (event, details) => console.log(JSON.stringify({ event, ...details }))

function createServices(variables: Variables, { ASSETS }: Bindings): Services {
  const firestore = createFirestore({
    url: variables.FIRESTORE_URL,
    projectId: variables.FIREBASE_PROJECT_ID,
    token: serviceAccountToken(
      variables.FIREBASE_SERVICE_ACCOUNT,
      'https://firestore.googleapis.com/',
      Date.now,
    ),
    timeout: backendTimeout,
  })
  const siteNotes = createSiteNotes(ASSETS)
  return {
    firestore,
    identity: createIdentityService({
      url: variables.IDENTITY_URL,
      apiKey: variables.FIREBASE_API_KEY,
      projectId: variables.FIREBASE_PROJECT_ID,
      timeout: backendTimeout,
    }),
    accounts: createAccounts({
      url: variables.IDENTITY_URL,
      projectId: variables.FIREBASE_PROJECT_ID,
      token: serviceAccountAccess(variables.FIREBASE_SERVICE_ACCOUNT, {
        scope: accountsScope,
        now: Date.now,
        timeout: backendTimeout,
      }),
      timeout: backendTimeout,
    }),
    letterCodes: createLetterCodes({
      url: variables.IDENTITY_URL,
      apiKey: variables.FIREBASE_API_KEY,
      timeout: backendTimeout,
    }),
    outage: createOutage(),
    botCheck: variables.RECAPTCHA_SECRET
      ? createBotCheck({
          url: variables.RECAPTCHA_URL,
          secret: variables.RECAPTCHA_SECRET,
          timeout: backendTimeout,
        })
      : null,
    tokens: createTokens(variables.SESSION_KEYS),
    sealingKeys: deriveSealingKeys(variables.SEALING_KEYS),
    deskKeys: deriveDeskKeys(variables.DESK_KEYS),
    openedBodies: createOpenedBodies(),
    rebuildHook: variables.REBUILD_HOOK_URL
      ? createRebuildHook({
          url: variables.REBUILD_HOOK_URL,
          token: variables.REBUILD_HOOK_TOKEN,
          event: variables.REBUILD_HOOK_EVENT,
          timeout: patientTimeout,
        })
      : null,
    changedList: createChangedList({ firestore, builtAt: siteNotes.builtAt, now, log }),
    siteNotes,
    renderPage,
    absencePages: createAbsencePages(),
    paypal: variables.payPal && payPalOf(variables.payPal),
    letterBox: variables.mail && letterBoxOf(variables.mail),
    eventReceiver: variables.ANALYTICS_URL
      ? createEventReceiver({
          url: variables.ANALYTICS_URL,
          writeKey: variables.ANALYTICS_WRITE_KEY,
          timeout: patientTimeout,
        })
      : null,
    now,
    log,
  }
}

function payPalOf(variables: NonNullable<Variables['payPal']>): PayPal {
  const wire = createPayPalWire({
    url: variables.PAYPAL_URL,
    clientId: variables.PAYPAL_CLIENT_ID,
    secret: variables.PAYPAL_SECRET,
    timeout: patientTimeout,
    now: Date.now,
  })
  return createPayPal(wire, {
    plans: variables.PAYPAL_PLANS,
    webhook: variables.PAYPAL_WEBHOOK_ID,
    url: variables.PAYPAL_URL,
  })
}

function letterBoxOf(variables: NonNullable<Variables['mail']>): LetterBox {
  return {
    siteUrl: variables.SITE_URL,
    mail: createMail({
      url: variables.MAIL_URL,
      key: variables.MAIL_KEY,
      from: variables.MAIL_FROM,
      timeout: patientTimeout,
    }),
  }
}

/** Everything that the cron trigger runs. */
function jobsOf(services: Services, payPalAwayUntil: Date | null): Jobs {
  const { now, firestore, log, accounts } = services
  const anyway = [
    articlesJob(services),
    rebuildJob(services),
    outboxCheckJob({ firestore, now, log }),
  ]
  if (!services.paypal) {
    return { jobs: [...anyway, deletionsJob({ ...services, paypal: null })], breaker: null }
  }
  const breaker = createCircuitBreaker({
    atOnce: payPalCallsAtOnce,
    awayUntil: payPalAwayUntil,
    now,
  })
  const paypal = withCircuitBreaker(services.paypal, breaker)
  const letters = lettersOf(services, paypal)
  const deps = { firestore, paypal, letters, accounts, now, log }
  return { jobs: [...anyway, deletionsJob(deps), ...subscriptionJobs(deps, breaker)], breaker }
}

let services: Services | undefined
let app: EdgeApp | undefined

/** Throws where the environment is incomplete. */
function servicesOf(env: Bindings): Services {
  services ??= createServices(parseVariables(env), env)
  return services
}

export default {
  async fetch(request, env, context) {
    try {
      app ??= createApp(servicesOf(env))
      const response = await app.fetch(request, env, context)
      await receiveUnread(request)
      return withSecurityHeaders(response)
    } catch (error) {
      // An incomplete environment, above all: its names are for the log, not for the caller.
      console.error(error instanceof Error ? error.message : 'unknown error')
      return withSecurityHeaders(errorResponse('internal'))
    }
  },

  /** However many messages: they say no more than that something was published. */
  async queue(batch, env) {
    const services = servicesOf(env)
    const done = await isolate(() => lookAfterRebuild(services))
    if (done.ok) return
    services.log('rebuild_not_looked_after', { reason: done.failure.kind })
    batch.retryAll()
  },

  /** Every minute. What fails is tried again in a later run. */
  async scheduled(_, env) {
    const services = servicesOf(env)
    await runCron(services, (payPalAwayUntil) => jobsOf(services, payPalAwayUntil))
  },
} satisfies ExportedHandler<Bindings>
