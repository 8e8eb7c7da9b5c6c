import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'

/** Sending a sign-up email needs these services, also in other folders' handlers. */
export type MailDeps = Deps & { readonly emailConfig: EmailConfig | null }
