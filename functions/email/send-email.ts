import type { EmailLimit } from '../../src/domain/email-limits.ts'
import type { Reader } from '../../src/domain/reader.ts'
import { site } from '../../src/publication/identity.ts'
import type { EmailService, EmailTopic } from '../platform/adapters/mail/email-service.ts'
import { type EmailContent, renderHtml, renderText } from './email-layout.ts'

export type EmailConfig = {
  readonly emailService: EmailService
  /** The site's origin. */
  readonly siteUrl: string
}

export type Recipient = Pick<Reader, 'first_name' | 'email'> &
  Partial<Pick<Reader, 'emailVerified'>>

/** The email to send; null if there is no longer anything to send. */
export type ComposedEmail = {
  readonly to: Recipient
  readonly content: EmailContent
  /** Defaults to `account`. */
  readonly topic?: EmailTopic
  /** The counter for the email, if it isn't about the reader's own step. */
  readonly limited?: { readonly path: string; readonly limits: readonly EmailLimit[] }
} | null

export async function sendComposed(
  { emailService, siteUrl }: EmailConfig,
  { to, content, topic = 'account' }: NonNullable<ComposedEmail>,
  id: string,
): ReturnType<EmailService['send']> {
  const { email, first_name } = to
  return emailService.send(
    {
      to: email,
      subject: content.subject,
      text: renderText(content, first_name, siteUrl),
      html: renderHtml(content, first_name, siteUrl),
      topic,
    },
    id,
  )
}

export const sendToEditors = (emailConfig: EmailConfig, content: EmailContent, id: string) =>
  sendComposed(
    emailConfig,
    { to: { first_name: '', email: site.editorsEmail }, content, topic: 'editors' },
    id,
  )
