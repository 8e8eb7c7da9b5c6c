/** Creates everything that the Worker's handlers and jobs depend on. */
import { deriveSealingKeys } from '../src/contracts/signing/sealed-body.ts'
import { importSigningKeys } from '../src/contracts/signing/signed-token.ts'
import { trial } from '../src/publication/offer.ts'
import { createOutageTracker } from './account/outage-tracker.ts'
import { createTokens } from './account/session-tokens.ts'
import { createAuthAccounts } from './adapters/auth-accounts.ts'
import { createAuthEmailCodes } from './adapters/auth-email-codes.ts'
import { createIdentityService } from './adapters/auth-identity.ts'
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
import { createErrorPageCache } from './articles/error-page-cache.ts'
import { createOlderStories } from './articles/older-stories.ts'
import { createOlderStoryPages } from './articles/older-story-page-cache.ts'
import { withSuppression } from './email/with-suppression.ts'
import type { Variables } from './env.ts'
import type { Bindings, Services } from './http/edge-context.ts'
import { renderPage } from './http/render-page.ts'
import { createFreshPages } from './landing/fresh-pages.ts'
import { createLruCache } from './lru-cache.ts'
import { createProfilePageCache } from './profile/profile-page-cache.ts'
import { createBuildManifest } from './publishing/build-manifest.ts'
import { createRecentChanges } from './publishing/recent-changes.ts'

/** Milliseconds, while a reader waits. */
const backendTimeout = 4000

/** Milliseconds, in the background. */
const backgroundTimeout = 10_000

/** Of the isolate's 128 MB; several hundred articles. */
const bodyCacheSize = 8 * 1024 * 1024

const now = () => new Date()
const log: Services['log'] = (event, details) => console.log(JSON.stringify({ event, ...details }))

export function createServices(variables: Variables, env: Bindings): Services {
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
    bodyCache: createLruCache(bodyCacheSize, (body) => body.length),
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
    ...trial,
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
