/** Reads an issue's manuscript and renders its email, for every subcommand that shows or sends an issue. */

import type { FileProblem } from '../../../src/content/manuscript/problem.ts'
import type { IssueEmail } from '../../../src/domain/issue/issue-email.ts'
import { type PreparedManuscript, prepareFiles } from '../manuscripts/prepare-manuscripts.ts'
import { findDeadLinks } from './dead-links.ts'
import { type IssueContent, type IssueSource, loadIssueContent } from './issue-content.ts'
import { findSizeProblems, renderIssueEmail } from './render-issue-email.ts'

type PreparedIssue = {
  readonly prepared: PreparedManuscript
  readonly content: IssueContent
  readonly email: IssueEmail
}

type IssueResult = {
  /** Null if the issue can't be shown. */
  readonly issue: PreparedIssue | null
  readonly problems: readonly FileProblem[]
}

/** Prepares an issue without checking its links, which takes time. */
export async function prepareIssue(source: IssueSource, file: string): Promise<IssueResult> {
  const result = await prepareFiles([file], { status: 'published', allowsFutureDate: true })
  if (!result.ok) return { issue: null, problems: result.failure }
  const prepared = result.value[0]!
  const { manuscript, fields } = prepared
  if (manuscript.collection !== 'issues') {
    const message = 'isn’t an issue of The Weekly. An issue has the line "collection: issues"'
    return { issue: null, problems: [manuscript.problem(['collection'], message)] }
  }
  const { content, problems } = await loadIssueContent(source, manuscript, fields)
  if (!content) return { issue: null, problems }
  const email = renderIssueEmail(content, source.siteUrl)
  const sizeProblems = findSizeProblems(email).map((message) => manuscript.problem([], message))
  return { issue: { prepared, content, email }, problems: [...problems, ...sizeProblems] }
}

/** Finds all problems, as `weekly check` does. An issue with problems isn't sent. */
export async function checkIssue(source: IssueSource, file: string): Promise<IssueResult> {
  const { issue, problems } = await prepareIssue(source, file)
  if (!issue) return { issue, problems }
  const { manuscript } = issue.prepared
  const deadLinks = await findDeadLinks(issue.content, source.siteUrl)
  const linkProblems = deadLinks.map(({ address, reason }) => {
    const line = manuscript.body.split('\n').findIndex((text) => text.includes(address))
    return manuscript.problem(
      ['body'],
      `the link ${address} ${reason}`,
      line < 0 ? undefined : line + 1,
    )
  })
  return { issue, problems: [...problems, ...linkProblems] }
}
