import type { WeeklyMail } from '../issue/issue-deps.ts'
import { createAmazonSes } from '../platform/adapters/mail/amazon-ses.ts'
import type { BulkProvider } from '../platform/adapters/mail/bulk-provider.ts'
import { createPostmark } from '../platform/adapters/mail/postmark.ts'
import { createResend } from '../platform/adapters/mail/resend.ts'
import type { WeeklyMailVariables } from '../platform/environment/env.ts'

/**
 * Emails per second. Resend allows 5 calls a second, one of which is reserved for emails about accounts. Amazon
 * initially allows 14 recipients a second.
 */
const defaultRates = { resend: 4, postmark: 4, ses: 14 } as const

const defaultUrls = {
  resend: 'https://api.resend.com',
  postmark: 'https://api.postmarkapp.com',
} as const

export function createWeeklyMail(variables: WeeklyMailVariables): WeeklyMail {
  return { siteUrl: variables.SITE_URL, provider: createProvider(variables) }
}

function createProvider(variables: WeeklyMailVariables): BulkProvider {
  const {
    WEEKLY_MAIL_PROVIDER: name,
    WEEKLY_MAIL_URL: url,
    WEEKLY_MAIL_KEY: key,
    WEEKLY_MAIL_FROM: from,
    WEEKLY_MAIL_STREAM: stream,
    WEEKLY_MAIL_RATE: rate = defaultRates[name],
  } = variables
  switch (name) {
    case 'resend':
      return createResend({ url: url ?? defaultUrls.resend, key, from, callsPerSecond: rate })
    case 'postmark':
      return createPostmark({
        url: url ?? defaultUrls.postmark,
        token: key,
        from,
        stream: stream ?? 'broadcast',
        callsPerSecond: rate,
      })
    case 'ses':
      return createAmazonSes({
        url,
        key,
        from,
        configurationSet: stream ?? 'weekly',
        recipientsPerSecond: rate,
      })
  }
}
