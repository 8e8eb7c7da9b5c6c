/** Writes RSS 2.0 as the RSS Advisory Board specifies it; rss.rng checks the result. */
import { rssType } from '../../contracts/site-files/feeds.ts'
import { socialCardSize } from '../../domain/image/image-path.ts'
import { site } from '../../publication/identity.ts'
import type { Feed, FeedItem } from './feed.ts'
import { renderXml, type Xml, xml } from './xml.ts'

/** Minutes for which feed readers may cache the feed. */
const timeToLive = 60

/** The width of the feed's image. RSS allows at most 144 pixels. */
const logo = { path: '/icons/144.png', size: 144 } as const

const formatRssDate = (instant: Date) => instant.toUTCString()

export function renderRss(feed: Feed, origin: URL): string {
  const { publishedAt, changedAt } = feed
  const copyright = publishedAt && `© ${publishedAt.getUTCFullYear()} ${site.name}`
  return renderXml(xml`<rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<link>${feed.pageUrl}</link>
<description>${feed.description}</description>
<atom:link href="${feed.feedUrl}" rel="self" type="${rssType}"/>
<language>${site.language}</language>
${copyright && xml`<copyright>${copyright}</copyright>\n`}\
<managingEditor>${`${site.editorsEmail} (${site.name})`}</managingEditor>
${publishedAt && xml`<pubDate>${formatRssDate(publishedAt)}</pubDate>\n`}\
${changedAt && xml`<lastBuildDate>${formatRssDate(changedAt)}</lastBuildDate>\n`}\
${feed.subjects.map((subject) => xml`<category>${subject}</category>\n`)}\
<docs>https://www.rssboard.org/rss-specification</docs>
<ttl>${timeToLive}</ttl>
<image>
<url>${new URL(logo.path, origin).href}</url>
<title>${feed.title}</title>
<link>${feed.pageUrl}</link>
<width>${logo.size}</width>
<height>${logo.size}</height>
</image>
${feed.items.map(renderItem)}\
</channel>
</rss>`)
}

/** The image is Media RSS: an enclosure would need its length in bytes, which is unknown. */
function renderItem({
  id,
  url,
  title,
  dek,
  content,
  publishedAt,
  authors,
  subjects,
  card,
}: FeedItem): Xml {
  return xml`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="${id === url ? 'true' : 'false'}">${id}</guid>
<pubDate>${formatRssDate(publishedAt)}</pubDate>
<description>${dek}</description>
<content:encoded>${content}</content:encoded>
${authors.map(({ name }) => xml`<dc:creator>${name}</dc:creator>\n`)}\
${subjects.map((subject) => xml`<category>${subject}</category>\n`)}\
<media:content url="${card.url}" medium="image" type="image/jpeg" width="${socialCardSize.width}" \
height="${socialCardSize.height}">
${card.alt && xml`<media:description type="plain">${card.alt}</media:description>\n`}\
${card.credit && xml`<media:credit>${card.credit}</media:credit>\n`}\
</media:content>
</item>
`
}
