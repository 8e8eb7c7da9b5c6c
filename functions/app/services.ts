import type { Hono, MiddlewareHandler } from 'hono'
import type { Keyring } from '../../src/contracts/signing/keyring.ts'
import type { SealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import type { OlderStories } from '../articles/older-stories.ts'
import type { OlderStoryPages } from '../articles/older-story-page-cache.ts'
import type { EmailConfig } from '../email/send-email.ts'
import { type CallerPayPal, createCallerPayPals } from '../identity/caller-paypal.ts'
import { addCookies } from '../identity/cookies.ts'
import type { Bindings, Environment } from '../identity/edge-context.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
import type { DataSource } from '../identity/personal-data.ts'
import type { Tokens } from '../identity/session-tokens.ts'
import type { WeeklyMail } from '../issue/issue-deps.ts'
import type { FreshPages } from '../landing/fresh-pages.ts'
import type { ErrorPageCache } from '../pages/error-page-cache.ts'
import type { AuthAccounts } from '../platform/adapters/auth-accounts.ts'
import type { AuthEmailCodes } from '../platform/adapters/auth-email-codes.ts'
import type { IdentityService } from '../platform/adapters/auth-identity.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { MailEventSource } from '../platform/adapters/mail/mail-event-sources.ts'
import type { PayPal } from '../platform/adapters/paypal.ts'
import type { RebuildHook } from '../platform/adapters/rebuild-hook.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import { limitBotCheck } from '../platform/http/caller-bot-check.ts'
import type { RenderPage } from '../platform/http/render-page.ts'
import type { LoadTags } from '../platform/http/tag-list.ts'
import type { Log } from '../platform/log.ts'
import type { LruCache } from '../platform/lru-cache.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'
import type { EventReceiver } from '../statistics/collecting/event-receiver.ts'
import type { EventQueue } from '../statistics/collecting/event-sums.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'
import { createOwnServices, type OwnServices, personalData } from './installed.ts'
import { sendPendingEmails } from './send-pending-emails.ts'

/** Created once per isolate. */
export type Services = {
  readonly firestore: Firestore
  readonly identity: IdentityService
  readonly accounts: AuthAccounts
  readonly authEmailCodes: AuthEmailCodes
  readonly outageTracker: OutageTracker
  /** Null if it isn't configured: every caller passes. */
  readonly botCheck: BotCheck | null
  readonly tokens: Tokens
  readonly sealingKeys: Promise<SealingKeys>
  readonly deskKeys: Promise<SigningKeys>
  /** Null if nothing monitors the site. */
  readonly healthKeys: Keyring | null
  /** Decrypted bodies, for handlers that have checked the entitlement. */
  readonly bodyCache: LruCache<string, Uint8Array<ArrayBuffer>>
  readonly olderStories: OlderStories
  readonly olderStoryPages: OlderStoryPages
  readonly recentChanges: RecentChanges
  readonly freshPages: FreshPages
  /** Null if nothing builds the site automatically. */
  readonly rebuildHook: RebuildHook | null
  readonly buildManifest: BuildManifest
  readonly loadTags: LoadTags
  readonly renderPage: RenderPage
  readonly errorPages: ErrorPageCache
  /** Null if events are only counted. */
  readonly eventReceiver: EventReceiver | null
  readonly eventQueue: EventQueue
  readonly statistics: StatisticsDatabase
  /** For events and jobs, and null if nothing is sold. Handlers get `Deps`. */
  readonly paypal: PayPal | null
  /** Null if no emails are sent. */
  readonly emailConfig: EmailConfig | null
  /** Null if The Weekly isn't sent. */
  readonly weeklyMail: WeeklyMail | null
  readonly mailEventSources: readonly MailEventSource[]
  /** Free days before the first payment of a new subscriber. */
  readonly trialDays: number
  readonly now: () => Date
  readonly log: Log
}

/** The services of all handlers together. */
export type AllDeps = Omit<Services, 'paypal'> &
  OwnServices & {
    /** Counts what the caller asks for. Null if nothing is sold. */
    readonly paypal: CallerPayPal | null
    readonly env: Bindings
    readonly request: Request
    readonly execution: Pick<ExecutionContext, 'waitUntil' | 'passThroughOnException'>
    readonly setCookies: (lines: readonly string[]) => void
    /** Sends this reader's or guest's waiting emails after the response. */
    readonly sendPendingEmails: (uid: string) => void
    readonly personalData: readonly DataSource[]
  }

export type EdgeApp = Hono<Environment<AllDeps>>

export function provideDeps(services: Services): MiddlewareHandler<Environment<AllDeps>> {
  const { paypal, botCheck, tokens, now } = services
  const ownServices = createOwnServices(services)
  const createCallerPayPal = paypal && createCallerPayPals(paypal)
  return async (context, next) => {
    const cookies: string[] = []
    const { env } = context
    const deps: AllDeps = {
      ...services,
      ...ownServices,
      personalData,
      paypal: createCallerPayPal?.({ request: context.req.raw, env, tokens, now }) ?? null,
      botCheck: botCheck && limitBotCheck(botCheck, { env, request: context.req.raw }),
      env,
      // Middleware replaces it to limit its body.
      get request() {
        return context.req.raw
      },
      // Read late: tests have no execution context.
      execution: {
        waitUntil: (work) => context.executionCtx.waitUntil(work),
        passThroughOnException: () => context.executionCtx.passThroughOnException(),
      },
      setCookies: (lines) => cookies.push(...lines),
      sendPendingEmails: (uid) => sendPendingEmails(deps, uid),
    }
    context.set('deps', deps)
    await next()
    if (!context.error) addCookies(context.res, cookies)
  }
}
