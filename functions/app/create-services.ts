/** Creates everything that the Worker's handlers and jobs depend on. */
import { deriveSealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { trial } from '../../src/publication/offer.ts'
import { createOlderStories } from '../articles/older-stories.ts'
import { createOlderStoryPages } from '../articles/older-story-page-cache.ts'
import { withSuppression } from '../email/with-suppression.ts'
import type { Bindings } from '../identity/edge-context.ts'
import { createOutageTracker } from '../identity/outage-tracker.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { createFreshPages } from '../landing/fresh-pages.ts'
import { createErrorPageCache } from '../pages/error-page-cache.ts'
import { createAuthAccounts } from '../platform/adapters/auth-accounts.ts'
import { createAuthEmailCodes } from '../platform/adapters/auth-email-codes.ts'
import { createIdentityService } from '../platform/adapters/auth-identity.ts'
import { createFirestore } from '../platform/adapters/firestore.ts'
import { createMailEventSources } from '../platform/adapters/mail/mail-event-sources.ts'
import { createPayPal, type PayPal } from '../platform/adapters/paypal.ts'
import { createPayPalRest } from '../platform/adapters/paypal-rest.ts'
import { createRebuildHook } from '../platform/adapters/rebuild-hook.ts'
import { createBotCheck } from '../platform/adapters/recaptcha.ts'
import {
  accountsScope,
  createAccessTokenSource,
  createTokenSource,
} from '../platform/adapters/service-account.ts'
import type { Variables } from '../platform/environment/env.ts'
import { createRenderPage } from '../platform/http/render-page.ts'
import { createTagList } from '../platform/http/tag-list.ts'
import { createLruCache } from '../platform/lru-cache.ts'
import { createBuildManifest } from '../publishing/build-manifest.ts'
import { createRecentChanges } from '../publishing/recent-changes.ts'
import { createEventReceiver } from '../statistics/collecting/event-receiver.ts'
import { createEmailService } from './create-email-service.ts'
import { createWeeklyMail } from './create-weekly-mail.ts'
import type { Services } from './services.ts'

/** In milliseconds, for calls that a reader waits for. */
const backendTimeout = 4000

/** In milliseconds, for background calls. */
const backgroundTimeout = 10_000

/** In bytes; an isolate has 128 MB. Enough for the bodies of several hundred articles. */
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
  const loadTags = createTagList(ASSETS)
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
    loadTags,
    renderPage: createRenderPage(loadTags),
    errorPages: createErrorPageCache(),
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
    maxNewVisitors: variables.ANALYTICS_VISITORS,
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
