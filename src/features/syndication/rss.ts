/** A feed as RSS 2.0, by the advisory board's specification. Kept to its grammar by rss.rng. */
import { rssType } from '../../contracts/feeds.ts'
import { socialCard } from '../../domain/picture-address.ts'
import { site } from '../../site.ts'
import type { Feed, FeedItem } from './feed.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** Minutes for which a reader may keep what it has. */
const timeToLive = 60

/** RSS allows 144 pixels across at most. */
const logo = { path: '/icons/144.png', size: 144 } as const

const day = (instant: Date) => instant.toUTCString()

export function rssDocument(feed: Feed, origin: URL): string {
  const { publishedAt, changedAt } = feed
  const copyright = publishedAt && `© ${publishedAt.getUTCFullYear()} ${site.name}`
  return xmlDocument(xml`<rss version="2.0"
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
${publishedAt && xml`<pubDate>${day(publishedAt)}</pubDate>\n`}\
${changedAt && xml`<lastBuildDate>${day(changedAt)}</lastBuildDate>\n`}\
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
${feed.items.map(item)}\
</channel>
</rss>`)
}

/**
 * The picture comes as Media RSS: an enclosure would have to name its length in bytes, which nobody
 * knows before the picture is asked for.
 */
function item({ url, title, dek, content, publishedAt, authors, subjects, card }: FeedItem): Xml {
  return xml`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${day(publishedAt)}</pubDate>
<description>${dek}</description>
<content:encoded>${content}</content:encoded>
${authors.map(({ name }) => xml`<dc:creator>${name}</dc:creator>\n`)}\
${subjects.map((subject) => xml`<category>${subject}</category>\n`)}\
<media:content url="${card.url}" medium="image" type="image/jpeg" width="${socialCard.width}" \
height="${socialCard.height}">
<media:description type="plain">${card.alt}</media:description>
<media:credit>${card.credit}</media:credit>
</media:content>
</item>
`
}
