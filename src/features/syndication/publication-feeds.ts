import { makeAddressesAbsolute } from '../../content/absolute-addresses.ts'
import {
  type ArticleCard,
  loadPublication,
  type PublishedIssue,
  readOpenPart,
} from '../../content/publication-queries.ts'
import { describeAuthor } from '../../domain/author.ts'
import { type CategorySlug, categories, categorySlugs } from '../../domain/category.ts'
import { getSocialCardPath } from '../../domain/image/image-path.ts'
import { getIssuePath, getIssueTime } from '../../domain/issue/issue.ts'
import { site } from '../../site.ts'
import { createFeed, type Feed, type FeedItem, feedLengths } from './feed.ts'
import {
  buildAuthorFeedLink,
  buildCategoryFeedLink,
  type FeedLink,
  issueFeedLink,
} from './syndication-paths.ts'
import { xml } from './xml.ts'

type FeedAuthor = Pick<ArticleCard['authors'][number], 'slug' | 'name' | 'role' | 'place'>

const readLeadIn = (story: ArticleCard) => readOpenPart(story).leadIn

export function createStoryFeed(link: FeedLink, origin: URL): Feed {
  const subjects = categorySlugs.map((slug) => categories[slug].name)
  const page = { path: '/', description: site.description, subjects }
  const stories = loadPublication().newestFirst.slice(0, feedLengths.full)
  return createFeed(link, page, stories, readLeadIn, origin)
}

export function listNewestInCategory(slug: CategorySlug): readonly ArticleCard[] {
  return loadPublication().findByCategory(slug).slice(0, feedLengths.section)
}

export function createCategoryFeed(slug: CategorySlug, origin: URL): Feed {
  const { name } = categories[slug]
  const description = `${name} in ${site.name}. ${site.description}`
  const page = { path: `/category/${slug}`, description, subjects: [name] }
  return createFeed(
    buildCategoryFeedLink(slug),
    page,
    listNewestInCategory(slug),
    readLeadIn,
    origin,
  )
}

export function listNewestByAuthor(author: FeedAuthor): readonly ArticleCard[] {
  return loadPublication().findByAuthor(author.slug).slice(0, feedLengths.section)
}

export function createAuthorFeed(author: FeedAuthor, origin: URL): Feed {
  const description = describeAuthor(author, site.name)
  const page = { path: `/author/${author.slug}`, description, subjects: [] }
  return createFeed(
    buildAuthorFeedLink(author),
    page,
    listNewestByAuthor(author),
    readLeadIn,
    origin,
  )
}

/** What everybody can read of each issue. */
export function createIssueFeed(origin: URL): Feed {
  const issues = loadPublication().issues.slice(0, feedLengths.section)
  const items = issues.flatMap((issue) => toIssueItem(issue, origin))
  const newest = items[0]?.publishedAt ?? null
  return {
    title: issueFeedLink.title,
    description: site.newsletter.pitch,
    pageUrl: new URL('/newsletter', origin).href,
    feedUrl: new URL(issueFeedLink.path, origin).href,
    subjects: [],
    items,
    publishedAt: newest,
    changedAt: newest,
  }
}

/** None if all its stories were withdrawn. */
function toIssueItem(issue: PublishedIssue, origin: URL): FeedItem[] {
  const { lead, stories, missed, html } = issue
  const url = new URL(getIssuePath(issue.slug), origin).href
  const opening = lead ? renderIssueStory(lead) + readLeadIn(lead.story) : ''
  const others = [...stories, ...(missed ? [missed] : [])]
  const pictured = lead ?? others[0]
  if (!pictured) return []
  const publishedAt = getIssueTime(issue.date)
  const { image } = pictured.story
  const item = {
    url,
    title: issue.subject,
    dek: issue.preheader,
    content:
      makeAddressesAbsolute(opening + others.map(renderIssueStory).join('') + html, url) +
      xml`<p><a href="${url}">Continue reading in ${site.name}</a></p>`.text,
    publishedAt,
    changedAt: publishedAt,
    authors: [{ name: site.name, url: origin.href }],
    subjects: [site.newsletter.name],
    card: {
      url: new URL(getSocialCardPath(image.id), origin).href,
      alt: image.alt,
      credit: image.credit,
    },
  }
  return [item]
}

const renderIssueStory = ({ story, line }: PublishedIssue['stories'][number]) =>
  xml`<h2><a href="/${story.slug}">${story.title}</a></h2>${line && xml`<p>${line}</p>`}`.text
