import { getProfilePath } from '../../src/domain/profile/handle.ts'
import type { ProfileReport, ReportReason } from '../../src/domain/profile/profile-report.ts'
import type { EmailContent } from './email-layout.ts'

const reasonTexts: Readonly<Record<ReportReason, string>> = {
  impersonation: 'Pretends to be somebody else',
  abuse: 'Insulting or hateful',
  spam: 'Advertising',
  other: 'Something else',
}

/** To the editors. */
export function createProfileReportEmail(
  handle: string,
  reports: readonly ProfileReport[],
  siteUrl: string,
): EmailContent {
  return {
    audience: 'editors',
    subject: `A reader’s page was reported: ${handle}`,
    paragraphs: [
      `Visitors have reported this page: ${siteUrl}${getProfilePath(handle)}`,
      reports
        .map(({ reason, details }) => `${reasonTexts[reason]}${details && `: “${details}”`}`)
        .join('\n'),
      `To hide it, run “npm run desk -- reader hide-profile ${handle}”. If it’s fine, you don’t need to do anything.`,
    ],
  }
}
