/** The queue's messages and the services that sending an issue needs. */
import type { Tokens } from '../identity/session-tokens.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import type { BulkProvider } from '../platform/adapters/mail/bulk-provider.ts'
import type { Log } from '../platform/log.ts'
import type { AudienceStore } from './audience-store.ts'
import type { Sendings } from './sendings.ts'

export type IssueMessage =
  | { readonly slug: string; readonly range: number }
  | { readonly slug: string; readonly chunk: string }
  /** A range of an issue that is over. */
  | { readonly slug: string; readonly forget: number }
  /** A range of an issue that isn't over: removes the addresses whose entries were deleted. */
  | { readonly slug: string; readonly prune: number }

export type WeeklyMail = {
  readonly provider: BulkProvider
  /** An origin. */
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
  /** Milliseconds. */
  readonly wait: (delay: number) => Promise<void>
  readonly log: Log
}
