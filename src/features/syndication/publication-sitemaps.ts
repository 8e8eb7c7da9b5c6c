/** Divides the pages so that a new story changes only three sitemaps. */
import { type ArticleCard, loadPublication } from '../../content/publication-queries.ts'
import { getLastChangedAt } from '../../domain/article.ts'
import { categorySlugs } from '../../domain/category.ts'
import { getIssuePath } from '../../domain/issue/issue.ts'
import {
  findLatestChange,
  groupByMonth,
  type Sitemap,
  type SitemapEntry,
  splitSitemap,
} from './sitemap.ts'

export type SitemapPages = {
  /** Paths of all pages except unlisted ones. */
  readonly staticPaths: readonly string[]
  readonly hasEventPages: boolean
}

const toStoryEntry = (story: ArticleCard): SitemapEntry => ({
  path: `/${story.slug}`,
  changedAt: getLastChangedAt(story),
  imageId: story.image.id,
})

/** Uses the newest story's date. Returns null for an empty list. */
function toListEntry(path: string, [newest]: readonly ArticleCard[]): SitemapEntry | null {
  return newest ? { path, changedAt: newest.publishedAt, imageId: null } : null
}

export function createSitemaps({ staticPaths, hasEventPages }: SitemapPages): Sitemap[] {
  const content = loadPublication()
  const lists = [
    toListEntry('/', content.newestFirst),
    toListEntry('/latest', content.newestFirst),
    ...categorySlugs.map((slug) => toListEntry(`/category/${slug}`, content.findByCategory(slug))),
    ...content.tags.map(({ slug }) => toListEntry(`/tag/${slug}`, content.findByTag(slug))),
    ...content.authors.map(
      ({ slug, portrait }): SitemapEntry => ({
        path: `/author/${slug}`,
        changedAt: content.findByAuthor(slug)[0]?.publishedAt ?? null,
        imageId: portrait?.id ?? null,
      }),
    ),
  ].filter((entry) => entry !== null)
  const pages = new Map<string, SitemapEntry>()
  for (const path of [...staticPaths, ...content.pages.map(({ slug }) => `/${slug}`)].sort()) {
    pages.set(path, { path, changedAt: null, imageId: null })
  }
  for (const { slug, image } of hasEventPages ? content.events : []) {
    const path = `/events/${slug}`
    pages.set(path, { path, changedAt: null, imageId: image.id })
  }
  for (const { slug, lead } of content.issues) {
    const path = getIssuePath(slug)
    pages.set(path, { path, changedAt: null, imageId: lead?.story.image.id ?? null })
  }
  const months = groupByMonth(content.newestFirst.toReversed())
  return [
    ...splitSitemap('pages', [...pages.values()]),
    ...splitSitemap('lists', lists),
    ...[...months].flatMap(([month, stories]) => splitSitemap(month, stories.map(toStoryEntry))),
  ]
}

export function describeSitemaps(sitemaps: readonly Sitemap[]) {
  return sitemaps.map(({ name, entries }) => ({ name, changedAt: findLatestChange(entries) }))
}
