/** Writes sitemaps (sitemaps.org), with Google's extensions for images and news. sitemap.xsd checks the result. */
import type { PublishedArticle } from '../../domain/article.ts'
import { getImagePath } from '../../domain/image/image-path.ts'
import { site } from '../../publication/identity.ts'
import { buildSitemapPath } from './syndication-paths.ts'
import { renderXml, type Xml, xml } from './xml.ts'

/** The protocol's limit. With 1,000 bytes per entry, a sitemap stays below the limit of 50 MB. */
const sitemapLimit = 50_000

export type SitemapEntry = {
  readonly path: string
  readonly changedAt: Date | null
  readonly imageId: string | null
}

export type Sitemap = { readonly name: string; readonly entries: readonly SitemapEntry[] }

/**
 * Splits entries into as few sitemaps as the limit allows, none of them empty, which the protocol forbids. Appending an
 * entry changes only the last sitemap.
 */
export function splitSitemap(
  name: string,
  entries: readonly SitemapEntry[],
  limit = sitemapLimit,
): Sitemap[] {
  const count = Math.ceil(entries.length / limit)
  return Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    entries: entries.slice(index * limit, (index + 1) * limit),
  }))
}

/** Groups stories so that a new one changes only the newest month's sitemap. */
export function groupByMonth<Story extends { readonly publishedAt: Date }>(
  oldestFirst: readonly Story[],
): Map<string, Story[]> {
  const months = Map.groupBy(
    oldestFirst,
    ({ publishedAt }) => (publishedAt.getUTCFullYear() - 1970) * 12 + publishedAt.getUTCMonth(),
  )
  // The months are cached: an archive has hundreds of them for tens of thousands of stories.
  const formatMonth = (month: number) => new Date(Date.UTC(1970, month)).toISOString().slice(0, 7)
  return new Map([...months].map(([month, stories]) => [formatMonth(month), stories]))
}

export function findLatestChange(
  entries: readonly { readonly changedAt: Date | null }[],
): Date | null {
  const changeTimes = entries.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []))
  // Math.max can't take 50,000 arguments.
  return changeTimes.length > 0
    ? new Date(changeTimes.reduce((one, other) => Math.max(one, other)))
    : null
}

const renderLastmod = (instant: Date | null) =>
  instant && xml`<lastmod>${instant.toISOString()}</lastmod>`

export function renderSitemap({ entries }: Sitemap, origin: URL): string {
  const toAbsolute = (path: string) => new URL(path, origin).href
  const renderImage = (id: string | null) =>
    id &&
    xml`<image:image><image:loc>${toAbsolute(getImagePath(id, 1920))}</image:loc></image:image>`
  return renderXml(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.map(
  ({ path, changedAt, imageId }) =>
    xml`<url><loc>${toAbsolute(path)}</loc>${renderLastmod(changedAt)}${renderImage(imageId)}</url>\n`,
)}\
</urlset>`)
}

export function renderSitemapIndex(
  sitemaps: readonly { readonly name: string; readonly changedAt: Date | null }[],
  origin: URL,
): string {
  return renderXml(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.map(({ name, changedAt }) => {
  const address = new URL(buildSitemapPath(name), origin).href
  return xml`<sitemap><loc>${address}</loc>${renderLastmod(changedAt)}</sitemap>\n`
})}\
</sitemapindex>`)
}

type NewsStory = Pick<PublishedArticle, 'title' | 'publishedAt'> & { readonly slug: string }

/**
 * Without news, the sitemap contains the front page, because the protocol requires an address, and the index doesn't
 * list the sitemap.
 */
export function renderNewsSitemap(stories: readonly NewsStory[], origin: URL): string {
  const renderNewsItem = ({
    title,
    publishedAt,
  }: NewsStory): Xml => xml`<news:news><news:publication>\
<news:name>${site.name}</news:name><news:language>${site.language}</news:language>\
</news:publication>\
<news:publication_date>${publishedAt.toISOString()}</news:publication_date>\
<news:title>${title}</news:title></news:news>`
  return renderXml(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${stories.map(
  (story) =>
    xml`<url><loc>${new URL(`/${story.slug}`, origin).href}</loc>${renderNewsItem(story)}</url>\n`,
)}${stories.length > 0 ? null : xml`<url><loc>${origin.href}</loc></url>\n`}\
</urlset>`)
}
