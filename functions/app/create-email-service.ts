import { createAmazonSesService } from '../platform/adapters/mail/amazon-ses.ts'
import {
  createCloudflareEmail,
  type EmailBinding,
} from '../platform/adapters/mail/cloudflare-email.ts'
import type { EmailService } from '../platform/adapters/mail/email-service.ts'
import { createPostmarkService } from '../platform/adapters/mail/postmark.ts'
import { createResendService } from '../platform/adapters/mail/resend.ts'
import type { MailVariables } from '../platform/environment/env.ts'

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
      if (!binding)
        throw new Error('MAIL_PROVIDER is cloudflare, but the Worker has no binding named EMAIL')
      return createCloudflareEmail({ binding, from, timeout })
  }
}
