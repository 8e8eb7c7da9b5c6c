import type { SealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { MailEventSource } from '../platform/adapters/mail/mail-event-sources.ts'
import type { LruCache } from '../platform/lru-cache.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'
import type { WeeklyMail } from './issue-deps.ts'

/** The services that this folder's handlers use. */
export type IssueHandlerDeps = Deps &
  RenamedStoriesDeps & {
    readonly bodyCache: LruCache<string, Uint8Array<ArrayBuffer>>
    readonly mailEventSources: readonly MailEventSource[]
    readonly sealingKeys: Promise<SealingKeys>
    readonly weeklyMail: WeeklyMail | null
  }
