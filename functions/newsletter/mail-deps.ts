import type { EmailConfig } from '../email/send-email.ts'
import type { Deps } from '../identity/edge-context.ts'

/** The services needed to send a sign-up email, including in other folders' handlers. */
export type MailDeps = Deps & { readonly emailConfig: EmailConfig | null }
