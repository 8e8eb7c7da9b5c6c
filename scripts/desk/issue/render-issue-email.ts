import {
  type IssueEmail,
  type IssueVersion,
  issueVersions,
  maxIssueEmailBytes,
} from '../../../src/domain/issue/issue-email.ts'
import type { IssueContent } from './issue-content.ts'
import { renderIssueHtml } from './render-issue-html.ts'
import { renderIssueText } from './render-issue-text.ts'

export function renderIssueEmail(issue: IssueContent, siteUrl: string): IssueEmail {
  const render = (version: IssueVersion) => ({
    html: renderIssueHtml(issue, version, siteUrl),
    text: renderIssueText(issue, version, siteUrl),
  })
  return {
    subject: issue.subject,
    versions: { guest: render('guest'), subscriber: render('subscriber') },
  }
}

/** Bytes reserved for the links that replace the placeholders. */
const reservedBytes = 2048

export function measureIssueEmail({ versions }: IssueEmail) {
  return issueVersions.map((version) => ({
    version,
    bytes: Buffer.byteLength(versions[version].html) + reservedBytes,
  }))
}

export const formatKilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

export function findSizeProblems(email: IssueEmail): string[] {
  return measureIssueEmail(email)
    .filter(({ bytes }) => bytes > maxIssueEmailBytes)
    .map(
      ({ version, bytes }) =>
        `the email to ${version === 'guest' ? 'guests' : 'subscribers'} has ${formatKilobytes(bytes)} of HTML; ` +
        `the limit is ${formatKilobytes(maxIssueEmailBytes)}: shorten the text or leave out stories`,
    )
}
