/** The publication's pages, cut into sitemaps so that publishing a story changes three of them. */
import { type ArticleCard, publication } from '../../content/publication.ts'
import { lastChanged } from '../../domain/article.ts'
import { categorySlugs } from '../../domain/category.ts'
import { tagSlugs } from '../../domain/tag.ts'
import { byMonth, latestOf, type Sitemap, type SitemapEntry, splitSitemap } from './sitemap.ts'

/** What the templates themselves are pages of, beside those that content makes. */
export type TemplatePages = {
  /** Addresses of listed pages, each of a template of its own. */
  readonly standing: readonly string[]
  /** Whether every event has a page. */
  readonly events: boolean
}

const storyEntry = (story: ArticleCard): SitemapEntry => ({
  path: `/${story.slug}`,
  changedAt: lastChanged(story),
  picture: story.image.id,
})

/** A list of stories changes with the newest of them. Null where it has none to show. */
function listEntry(path: string, [newest]: readonly ArticleCard[]): SitemapEntry | null {
  return newest ? { path, changedAt: newest.publishedAt, picture: null } : null
}

export function publicationSitemaps({ standing, events }: TemplatePages): Sitemap[] {
  const content = publication()
  const lists = [
    listEntry('/', content.newestFirst),
    listEntry('/latest', content.newestFirst),
    ...categorySlugs.map((slug) => listEntry(`/category/${slug}`, content.inCategory(slug))),
    ...tagSlugs.map((tag) => listEntry(`/tag/${tag}`, content.withTag(tag))),
    ...content.authors.map(
      ({ slug, portrait }): SitemapEntry => ({
        path: `/author/${slug}`,
        changedAt: content.by(slug)[0]?.publishedAt ?? null,
        picture: portrait?.id ?? null,
      }),
    ),
  ].filter((entry) => entry !== null)
  const pages = new Map<string, SitemapEntry>()
  for (const path of [...standing, ...content.pages.map(({ slug }) => `/${slug}`)].sort()) {
    pages.set(path, { path, changedAt: null, picture: null })
  }
  for (const { slug, image } of events ? content.events : []) {
    const path = `/events/${slug}`
    pages.set(path, { path, changedAt: null, picture: image.id })
  }
  const months = byMonth(content.newestFirst.toReversed())
  return [
    ...splitSitemap('pages', [...pages.values()]),
    ...splitSitemap('lists', lists),
    ...[...months].flatMap(([month, stories]) => splitSitemap(month, stories.map(storyEntry))),
  ]
}

export function describeSitemaps(sitemaps: readonly Sitemap[]) {
  return sitemaps.map(({ name, entries }) => ({ name, changedAt: latestOf(entries) }))
}
