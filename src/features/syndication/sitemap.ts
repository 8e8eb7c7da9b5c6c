/**
 * Sitemaps by the protocol of sitemaps.org with Google's additions for pictures and news. Kept to
 * their grammar by sitemap.xsd and what it imports.
 */
import type { PublishedArticle } from '../../domain/article.ts'
import { pictureAddress } from '../../domain/picture-address.ts'
import { site } from '../../site.ts'
import { sitemapPath } from './addresses.ts'
import { type Xml, xml, xmlDocument } from './xml.ts'

/** What the protocol allows in one file. At a thousand bytes each, 50,000 stay below its 50 MB. */
export const sitemapLimit = 50_000

export type SitemapEntry = {
  readonly path: string
  /** Null where nobody keeps count. */
  readonly changedAt: Date | null
  readonly picture: string | null
}

export type Sitemap = { readonly name: string; readonly entries: readonly SitemapEntry[] }

/** As many sitemaps as the limit asks for; what is appended to the entries changes the last alone. */
export function splitSitemap(
  name: string,
  entries: readonly SitemapEntry[],
  limit = sitemapLimit,
): Sitemap[] {
  const count = Math.max(1, Math.ceil(entries.length / limit))
  return Array.from({ length: count }, (_, index) => ({
    name: index === 0 ? name : `${name}-${index + 1}`,
    entries: entries.slice(index * limit, (index + 1) * limit),
  }))
}

/** Stories by the month of their publication, so that a new one changes the newest sitemap alone. */
export function byMonth<Story extends { readonly publishedAt: Date }>(
  oldestFirst: readonly Story[],
): Map<string, Story[]> {
  const months = Map.groupBy(
    oldestFirst,
    ({ publishedAt }) => (publishedAt.getUTCFullYear() - 1970) * 12 + publishedAt.getUTCMonth(),
  )
  // Named once each: an archive has a hundred of them for tens of thousands of stories.
  const nameOf = (month: number) => new Date(Date.UTC(1970, month)).toISOString().slice(0, 7)
  return new Map([...months].map(([month, stories]) => [nameOf(month), stories]))
}

export function latestOf(entries: readonly { readonly changedAt: Date | null }[]): Date | null {
  const known = entries.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []))
  // Not spread into Math.max: there may be 50,000.
  return known.length > 0 ? new Date(known.reduce((one, other) => Math.max(one, other))) : null
}

const lastmod = (instant: Date | null) =>
  instant && xml`<lastmod>${instant.toISOString()}</lastmod>`

export function sitemapDocument({ entries }: Sitemap, origin: URL): string {
  const absolute = (path: string) => new URL(path, origin).href
  const image = (id: string | null) =>
    id &&
    xml`<image:image><image:loc>${absolute(pictureAddress(id, 1920))}</image:loc></image:image>`
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.map(
  ({ path, changedAt, picture }) =>
    xml`<url><loc>${absolute(path)}</loc>${lastmod(changedAt)}${image(picture)}</url>\n`,
)}\
</urlset>`)
}

export function sitemapIndexDocument(
  sitemaps: readonly { readonly name: string; readonly changedAt: Date | null }[],
  origin: URL,
): string {
  return xmlDocument(xml`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.map(({ name, changedAt }) => {
  const address = new URL(sitemapPath(name), origin).href
  return xml`<sitemap><loc>${address}</loc>${lastmod(changedAt)}</sitemap>\n`
})}\
</sitemapindex>`)
}

/** Google's bounds for a news sitemap. */
const newsDays = 2
const newsLimit = 1000

type NewsStory = Pick<PublishedArticle, 'title' | 'publishedAt'> & { readonly slug: string }

/** What is news at `now`, newest first. */
export function newsAt<Story extends NewsStory>(newestFirst: readonly Story[], now: Date): Story[] {
  const since = now.getTime() - newsDays * 24 * 60 * 60 * 1000
  return newestFirst
    .filter(({ publishedAt }) => publishedAt.getTime() > since && publishedAt <= now)
    .slice(0, newsLimit)
}

export function newsSitemapDocument(stories: readonly NewsStory[], origin: URL): string {
  const news = ({ title, publishedAt }: NewsStory): Xml => xml`<news:news><news:publication>\
<news:name>${site.name}</news:name><news:language>${site.language}</news:language>\
</news:publication>\
<news:publication_date>${publishedAt.toISOString()}</news:publication_date>\
<news:title>${title}</news:title></news:news>`
  return xmlDocument(xml`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${stories.map(
  (story) => xml`<url><loc>${new URL(`/${story.slug}`, origin).href}</loc>${news(story)}</url>\n`,
)}\
</urlset>`)
}
