/**
 * Where machines that read find what is made for them: pages name these addresses, the endpoints in
 * src/pages/ stand at them. Imports no content: pages rendered on demand name them too.
 */
import {
  authorFeedPath,
  categoryFeedPath,
  jsonFeedType,
  rssType,
  storyFeedPath,
  storyJsonFeedPath,
} from '../../contracts/feeds.ts'
import { type CategorySlug, categories } from '../../domain/category.ts'
import { site } from '../../site.ts'

/** A feed as a page's head links it. */
export type FeedLink = { readonly title: string; readonly path: string; readonly type: string }

export const storyFeed: FeedLink = { title: site.name, path: storyFeedPath, type: rssType }

export const storyJsonFeed: FeedLink = {
  title: site.name,
  path: storyJsonFeedPath,
  type: jsonFeedType,
}

export function categoryFeed(slug: CategorySlug): FeedLink {
  const title = `${site.name}: ${categories[slug].name}`
  return { title, path: categoryFeedPath(slug), type: rssType }
}

export function authorFeed(author: { readonly slug: string; readonly name: string }): FeedLink {
  const title = `${site.name}: ${author.name}`
  return { title, path: authorFeedPath(author.slug), type: rssType }
}

export const sitemapIndexPath = '/sitemap.xml'
export const sitemapPath = (name: string) => `/sitemaps/${name}.xml`

export const securityPath = '/.well-known/security.txt'
