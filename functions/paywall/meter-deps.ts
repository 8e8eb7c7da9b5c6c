import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { BotCheck } from '../platform/adapters/recaptcha.ts'
import type { RenamedStoriesDeps } from '../publishing/renamed-stories.ts'
import type { EventQueue } from '../statistics/collecting/event-sums.ts'

/** The services that this folder's handlers use. */
export type MeterDeps = Deps &
  RenamedStoriesDeps & {
    readonly botCheck: BotCheck | null
    readonly emailConfig: EmailConfig | null
    readonly eventQueue: EventQueue
  }
