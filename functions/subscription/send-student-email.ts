import { createStudentEmail } from '../email/confirmation-emails.ts'
import { type EmailConfig, sendComposed } from '../email/send-email.ts'
import type { EmailService } from '../platform/adapters/mail/email-service.ts'

/** Sent at once, because the reader is waiting. `key` is signed for this address. */
export async function sendStudentEmail(
  emailConfig: EmailConfig,
  { to, key }: { readonly to: string; readonly key: string },
): ReturnType<EmailService['send']> {
  const composed = {
    to: { first_name: '', email: to },
    content: createStudentEmail(key, emailConfig.siteUrl),
    topic: 'address',
  } as const
  return sendComposed(emailConfig, composed, crypto.randomUUID())
}
