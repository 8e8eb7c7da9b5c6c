import { makeAddressesAbsolute } from '../../content/absolute-addresses.ts'
import {
  type ArticleCard,
  loadPublication,
  type PublishedIssue,
  readOpenPart,
} from '../../content/publication-queries.ts'
import { feedLengths } from '../../contracts/site-files/feeds.ts'
import { getSocialCardPath } from '../../domain/image/image-path.ts'
import { getIssuePath, getIssueTime } from '../../domain/issue/issue.ts'
import { site } from '../../publication/identity.ts'
import { newsletter } from '../../publication/newsletter.ts'
import type { Feed, FeedItem } from './feed.ts'
import { issueFeedLink } from './syndication-paths.ts'
import { xml } from './xml.ts'

export const readFreePreview = (story: ArticleCard) => readOpenPart(story).freePreview

/** A feed of issues, with the public part of each. */
export function createIssueFeed(origin: URL): Feed {
  const issues = loadPublication().issues.slice(0, feedLengths.section)
  const items = issues.flatMap((issue) => toIssueItem(issue, origin))
  const newest = items[0]?.publishedAt ?? null
  return {
    title: issueFeedLink.title,
    description: newsletter.pitch,
    pageUrl: new URL('/newsletter', origin).href,
    feedUrl: new URL(issueFeedLink.path, origin).href,
    subjects: [],
    items,
    publishedAt: newest,
    changedAt: newest,
  }
}

/** Returns no item if all of the issue's stories were withdrawn. */
function toIssueItem(issue: PublishedIssue, origin: URL): FeedItem[] {
  const { lead, stories, missed, html } = issue
  const url = new URL(getIssuePath(issue.slug), origin).href
  const opening = lead ? renderIssueStory(lead) + readFreePreview(lead.story) : ''
  const others = [...stories, ...(missed ? [missed] : [])]
  const pictured = lead ?? others[0]
  if (!pictured) return []
  const publishedAt = getIssueTime(issue.date)
  const { image } = pictured.story
  const item = {
    id: url,
    url,
    title: issue.subject,
    dek: issue.preheader,
    content:
      makeAddressesAbsolute(opening + others.map(renderIssueStory).join('') + html, url) +
      xml`<p><a href="${url}">Continue reading in ${site.name}</a></p>`.text,
    publishedAt,
    changedAt: publishedAt,
    authors: [{ name: site.name, url: origin.href }],
    subjects: [newsletter.name],
    card: {
      url: new URL(getSocialCardPath(image), origin).href,
      alt: image.alt,
      credit: image.credit,
    },
  }
  return [item]
}

const renderIssueStory = ({ story, line }: PublishedIssue['stories'][number]) =>
  xml`<h2><a href="/${story.slug}">${story.title}</a></h2>${line && xml`<p>${line}</p>`}`.text
