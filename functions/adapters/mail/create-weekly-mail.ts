import type { WeeklyMailVariables } from '../../env.ts'
import type { WeeklyMail } from '../../issue/issue-deps.ts'
import { createAmazonSes } from './amazon-ses.ts'
import type { BulkProvider } from './bulk-provider.ts'
import { createPostmark } from './postmark.ts'
import { createResend } from './resend.ts'
import { createSnsVerifier } from './ses-events.ts'

/** Resend allows 5 calls a second; one is left for emails about accounts. Amazon starts with 14 recipients. */
const defaultRates = { resend: 4, postmark: 4, ses: 14 } as const

const defaultUrls = {
  resend: 'https://api.resend.com',
  postmark: 'https://api.postmarkapp.com',
} as const

/** Milliseconds. */
const timeout = 4000

async function fetchText(url: string): Promise<string | null> {
  try {
    const init = { redirect: 'manual', signal: AbortSignal.timeout(timeout) } as const
    const response = await fetch(url, init)
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}

export function createWeeklyMail(variables: WeeklyMailVariables): WeeklyMail {
  return {
    siteUrl: variables.SITE_URL,
    provider: createProvider(variables),
    events: createEvents(variables),
  }
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
    case 'ses': {
      const [accessKeyId = '', secretAccessKey = '', region = ''] = key.split(':')
      return createAmazonSes({
        url: url ?? `https://email.${region}.amazonaws.com`,
        region,
        accessKeyId,
        secretAccessKey,
        from,
        configurationSet: stream ?? 'weekly',
        recipientsPerSecond: rate,
      })
    }
  }
}

function createEvents({
  WEEKLY_MAIL_PROVIDER: provider,
  WEEKLY_MAIL_URL: url,
  WEEKLY_MAIL_EVENTS: secret,
}: WeeklyMailVariables): WeeklyMail['events'] {
  if (secret === undefined) return null
  if (provider !== 'ses') return { provider, secret }
  const fakeOrigin = url === undefined ? null : new URL(url).origin
  const verify = createSnsVerifier({ topic: secret, fakeOrigin, fetchText })
  return { provider, verify, topic: secret, fakeOrigin, fetchText }
}
