import type { MailVariables } from '../../env.ts'
import { createAmazonSesService } from './amazon-ses.ts'
import { createCloudflareEmail, type EmailBinding } from './cloudflare-email.ts'
import type { EmailService } from './email-service.ts'
import { createPostmarkService } from './postmark.ts'
import { createResendService } from './resend.ts'

/** `binding` is the Worker's `EMAIL`. Throws if the provider is Cloudflare and the binding is missing. */
export function createEmailService(
  variables: MailVariables,
  binding: EmailBinding | undefined,
  timeout: number,
): EmailService {
  const {
    MAIL_PROVIDER: name,
    MAIL_URL: url = 'https://api.resend.com/emails',
    MAIL_KEY: key = '',
    MAIL_FROM: from,
    MAIL_STREAM: stream,
  } = variables
  switch (name) {
    case 'resend':
      return createResendService({ url, key, from, timeout })
    case 'ses':
      return createAmazonSesService({ key, from, configurationSet: stream ?? 'account', timeout })
    case 'postmark':
      return createPostmarkService({
        url: 'https://api.postmarkapp.com',
        token: key,
        from,
        stream: stream ?? 'outbound',
        timeout,
      })
    case 'cloudflare':
      if (!binding) throw new Error('MAIL_PROVIDER is cloudflare, but the binding EMAIL is missing')
      return createCloudflareEmail({ binding, from, timeout })
  }
}
