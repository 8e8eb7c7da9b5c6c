import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'

/** What sending a sign-up email needs, also for other folders' handlers. */
export type MailDeps = Deps & { readonly emailConfig: EmailConfig | null }
