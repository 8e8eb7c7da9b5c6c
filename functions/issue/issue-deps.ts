/** The queue's messages, and the services needed to send an issue. */
import type { Tokens } from '../identity/session-tokens.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { BulkProvider } from '../platform/adapters/mail/bulk-provider.ts'
import type { Log } from '../platform/log.ts'
import type { AudienceStore } from './audience-store.ts'
import type { Sendings } from './sendings.ts'

export type IssueMessage =
  | { readonly slug: string; readonly range: number }
  | { readonly slug: string; readonly chunk: string }
  /** Removes the addresses from a range of an issue that has been sent. */
  | { readonly slug: string; readonly forget: number }
  /** Removes addresses whose entries were deleted from a range of an issue that is still being sent. */
  | { readonly slug: string; readonly prune: number }

export type WeeklyMail = {
  readonly provider: BulkProvider
  /** The site's origin. */
  readonly siteUrl: string
}

export type IssueDeps = WeeklyMail & {
  readonly firestore: Firestore
  readonly sendings: Sendings
  readonly audiences: AudienceStore
  readonly queue: {
    sendBatch(messages: readonly { readonly body: IssueMessage }[]): Promise<unknown>
  }
  readonly tokens: Pick<Tokens, 'issueToken'>
  readonly now: () => Date
  /** `delay` is in milliseconds. */
  readonly wait: (delay: number) => Promise<void>
  readonly log: Log
}
