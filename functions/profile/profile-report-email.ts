import { getProfilePath } from '../../src/domain/profile/handle.ts'
import type { ProfileReport, ReportReason } from '../../src/domain/profile/profile-report.ts'
import type { EmailContent } from '../email/email-layout.ts'

const reasonTexts: Readonly<Record<ReportReason, string>> = {
  impersonation: 'Pretends to be somebody else',
  abuse: 'Insulting or hateful',
  spam: 'Advertising',
  other: 'Something else',
}

export type ReportedPage = {
  /** Unlike the handle, the uid can't be changed by the page's reader. */
  readonly uid: string
  readonly handle: string
  readonly reports: readonly ProfileReport[]
  /** The number of other reports. */
  readonly left: number
}

const describePage = ({ name, handle, bio }: NonNullable<ProfileReport['page']>) =>
  [`“${name}”`, getProfilePath(handle), ...(bio ? [`with the bio “${bio}”`] : [])].join(', ')

const describeReport = ({ reason, details, page }: ProfileReport) =>
  [reasonTexts[reason], page && ` (as ${describePage(page)})`, details && `: “${details}”`].join('')

const describeLeft = (left: number) =>
  left === 0 ? [] : [`And ${left} more ${left === 1 ? 'report' : 'reports'}.`]

/** Sent to the editors about one reported page. */
export function createProfileReportEmail(
  { uid, handle, reports, left }: ReportedPage,
  siteUrl: string,
): EmailContent {
  return {
    audience: 'editors',
    subject: `A reader’s page was reported: ${handle}`,
    paragraphs: [
      `This page has been reported: ${siteUrl}${getProfilePath(handle)}. If you can’t find it, the reader has since turned it off or changed its address.`,
      [...reports.map(describeReport), ...describeLeft(left)].join('\n'),
      `To hide the page, run “npm run desk -- reader hide-profile ${uid}”, which finds it at any address. If the page is fine, you don’t need to do anything.`,
    ],
  }
}

/** Sent to the editors about several pages, without visitors' words, which would make the email too long. */
export function createReportSummaryEmail(
  pages: readonly ReportedPage[],
  siteUrl: string,
): EmailContent {
  const describe = ({ uid, handle, reports }: ReportedPage) => {
    const reasons = new Set(reports.map(({ reason }) => reasonTexts[reason]))
    return `${siteUrl}${getProfilePath(handle)} (${[...reasons].join('; ')}): ${uid}`
  }
  return {
    audience: 'editors',
    subject: `More readers’ pages were reported: ${pages.length}`,
    paragraphs: [
      'So many pages were reported in the last 24 hours that you won’t get an email about each of them:',
      pages.map(describe).join('\n'),
      'To read what visitors wrote about a page, run “npm run desk -- reader find” with the ID behind its address. To hide it, run “npm run desk -- reader hide-profile” with the ID.',
    ],
  }
}
