import type { WeeklyMailVariables } from '../../env.ts'
import type { WeeklyMail } from '../../issue/issue-deps.ts'
import { createResend } from './resend.ts'

/** Resend allows 5 calls a second; one is left for emails about accounts. */
const resendRate = 4

export function createWeeklyMail(variables: WeeklyMailVariables): WeeklyMail {
  const { WEEKLY_MAIL_URL: url, WEEKLY_MAIL_KEY: key, WEEKLY_MAIL_FROM: from } = variables
  const { WEEKLY_MAIL_RATE: rate, SITE_URL: siteUrl } = variables
  return {
    siteUrl,
    provider: createResend({
      url: url ?? 'https://api.resend.com',
      key,
      from,
      callsPerSecond: rate ?? resendRate,
    }),
  }
}
