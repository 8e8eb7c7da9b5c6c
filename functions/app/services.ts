import type { Keyring } from '../../src/contracts/signing/keyring.ts'
import type { SealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { SigningKeys } from '../../src/contracts/signing/signed-token.ts'
import type { OlderStories } from '../articles/older-stories.ts'
import type { OlderStoryPages } from '../articles/older-story-page-cache.ts'
import type { EmailConfig } from '../email/send-email.ts'
import type { OutageTracker } from '../identity/outage-tracker.ts'
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
import type { RenderPage } from '../platform/http/render-page.ts'
import type { LoadTags } from '../platform/http/tag-list.ts'
import type { Log } from '../platform/log.ts'
import type { LruCache } from '../platform/lru-cache.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'
import type { RecentChanges } from '../publishing/recent-changes.ts'
import type { EventReceiver } from '../statistics/collecting/event-receiver.ts'
import type { EventQueue } from '../statistics/collecting/event-sums.ts'
import type { StatisticsDatabase } from '../statistics/records/statistics-database.ts'

/** Created once per isolate. */
export type Services = {
  readonly firestore: Firestore
  readonly identity: IdentityService
  readonly accounts: AuthAccounts
  readonly authEmailCodes: AuthEmailCodes
  readonly outageTracker: OutageTracker
  /** Null if no bot check is configured; every caller then passes. */
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
  /** Null if events aren't shared. */
  readonly eventReceiver: EventReceiver | null
  readonly maxNewVisitors: number | null
  readonly eventQueue: EventQueue
  readonly statistics: StatisticsDatabase
  /** The client for events and jobs; null if nothing is sold. Handlers use the `paypal` of their `deps`. */
  readonly paypal: PayPal | null
  /** Null if no emails are sent. */
  readonly emailConfig: EmailConfig | null
  /** Null if The Weekly isn't sent. */
  readonly weeklyMail: WeeklyMail | null
  readonly mailEventSources: readonly MailEventSource[]
  /** Free days before a new subscriber's first payment. */
  readonly trialDays: number
  readonly now: () => Date
  readonly log: Log
}
