import { site } from '../../publication/identity.ts'
import type { Feed, FeedItem } from './feed.ts'

export function renderJsonFeed(feed: Feed, origin: URL): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.pageUrl,
    feed_url: feed.feedUrl,
    description: feed.description,
    icon: new URL('/icons/512.png', origin).href,
    favicon: new URL('/icons/144.png', origin).href,
    authors: [{ name: site.name, url: origin.href }],
    language: site.language,
    items: feed.items.map(toJsonItem),
  }
  return `${JSON.stringify(document)}\n`
}

function toJsonItem({
  id,
  url,
  title,
  dek,
  content,
  language,
  publishedAt,
  changedAt,
  ...others
}: FeedItem) {
  return {
    id,
    url,
    title,
    summary: dek,
    ...(language === undefined ? {} : { language }),
    content_html: content,
    image: others.card.url,
    date_published: publishedAt.toISOString(),
    date_modified: changedAt.toISOString(),
    authors: others.authors,
    tags: others.subjects,
  }
}
