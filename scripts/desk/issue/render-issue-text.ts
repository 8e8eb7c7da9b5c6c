import {
  type IssueVersion,
  personalLinkPlaceholders,
} from '../../../src/domain/issue/issue-email.ts'
import { site } from '../../../src/publication/identity.ts'
import { newsletter } from '../../../src/publication/newsletter.ts'
import type { IssueContent, StoryContent } from './issue-content.ts'
import {
  createIssueLinks,
  endsWithOffer,
  formatByline,
  formatDateline,
  type IssueLinks,
  issueText,
} from './issue-text.ts'
import { toPlainText } from './plain-text.ts'

const rule = '-'.repeat(40)

export function renderIssueText(
  issue: IssueContent,
  version: IssueVersion,
  siteUrl: string,
): string {
  const links = createIssueLinks(issue, siteUrl)
  const { lead, stories, missed, html, closedHtml } = issue
  const { name } = newsletter
  const base = links.page
  const sections = [
    [`${name.toUpperCase()}\n${formatDateline(issue)}`, `${issueText.readOnline}: ${links.page}`],
    [
      `${lead.title}\n${formatByline(lead)}`,
      toPlainText(lead.opening, links.story(lead), links.addSource),
      `${issueText.readOn}:\n${links.story(lead)}`,
    ],
    [issueText.stories.toUpperCase(), ...stories.map((story) => formatStory(story, links))],
    missed ? [issueText.missed.toUpperCase(), formatStory(missed, links)] : [],
    [
      toPlainText(html, base, links.addSource),
      ...(endsWithOffer(issue, version)
        ? [
            issueText.forSubscribers,
            `${issueText.subscribe}:\n${links.subscribe}`,
            `${issueText.alreadySubscribed}:\n${links.page}`,
          ]
        : [toPlainText(closedHtml, base, links.addSource)]),
    ],
    [
      issueText.reason,
      `${issueText.unsubscribe}:\n${personalLinkPlaceholders.unsubscribe}`,
      `${issueText.preferences}:\n${personalLinkPlaceholders.preferences}`,
      `${site.name}\n${site.address.join('\n')}`,
    ],
  ]
  return `${sections
    .map((parts) => parts.filter((part) => part !== '').join('\n\n'))
    .filter((section) => section !== '')
    .join(`\n\n${rule}\n\n`)}\n`
}

const formatStory = (story: StoryContent, links: IssueLinks) =>
  [story.title, ...(story.line ? [story.line] : []), links.story(story)].join('\n')
