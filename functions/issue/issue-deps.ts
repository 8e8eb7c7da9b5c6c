/** What sending an issue needs besides the database. */
import type { Tokens } from '../account/session-tokens.ts'
import type { Firestore } from '../adapters/firestore.ts'
import type { BulkProvider } from '../adapters/mail/bulk-provider.ts'
import type { createSnsVerifier, SnsOptions } from '../adapters/mail/ses-events.ts'
import type { Log } from '../cron/cron-job.ts'
import type { AudienceStore } from './audience-store.ts'
import type { Sendings } from './sendings.ts'

export type IssueMessage =
  | { readonly slug: string; readonly range: number }
  | { readonly slug: string; readonly chunk: string }
  /** A range of an issue that is over. */
  | { readonly slug: string; readonly forget: number }

/** How a provider's events are verified. */
type MailEventSource =
  | { readonly provider: 'resend' | 'postmark'; readonly secret: string }
  | (SnsOptions & {
      readonly provider: 'ses'
      readonly verify: ReturnType<typeof createSnsVerifier>
    })

export type WeeklyMail = {
  readonly provider: BulkProvider
  /** Null if events aren't received: nobody is suppressed, and lost answers stay unknown. */
  readonly events: MailEventSource | null
  /** An origin. */
  readonly siteUrl: string
}

export type IssueDeps = Omit<WeeklyMail, 'events'> & {
  readonly firestore: Firestore
  readonly sendings: Sendings
  readonly audiences: AudienceStore
  readonly queue: {
    sendBatch(messages: readonly { readonly body: IssueMessage }[]): Promise<unknown>
  }
  readonly tokens: Pick<Tokens, 'issueToken'>
  readonly now: () => Date
  /** Milliseconds. */
  readonly wait: (delay: number) => Promise<void>
  readonly log: Log
}
