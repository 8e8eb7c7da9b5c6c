/** This file imports no content, because pages rendered on demand need these addresses too. */
import {
  getAuthorFeedPath,
  getCategoryFeedPath,
  issueFeedPath,
  jsonFeedType,
  rssType,
  storyFeedPath,
  storyJsonFeedPath,
} from '../../contracts/site-files/feeds.ts'
import type { CategorySlug } from '../../domain/category.ts'
import { site } from '../../publication/identity.ts'
import { newsletter } from '../../publication/newsletter.ts'
import { categories } from '../../publication/sections.ts'

export type FeedLink = { readonly title: string; readonly path: string; readonly type: string }

export const storyFeedLink: FeedLink = { title: site.name, path: storyFeedPath, type: rssType }

export const storyJsonFeedLink: FeedLink = {
  title: site.name,
  path: storyJsonFeedPath,
  type: jsonFeedType,
}

export const issueFeedLink: FeedLink = {
  title: `${site.name}: ${newsletter.name}`,
  path: issueFeedPath,
  type: rssType,
}

export function buildCategoryFeedLink(slug: CategorySlug): FeedLink {
  const title = `${site.name}: ${categories[slug].name}`
  return { title, path: getCategoryFeedPath(slug), type: rssType }
}

export function buildAuthorFeedLink(author: {
  readonly slug: string
  readonly name: string
}): FeedLink {
  const title = `${site.name}: ${author.name}`
  return { title, path: getAuthorFeedPath(author.slug), type: rssType }
}

export const sitemapIndexPath = '/sitemap.xml'
export const buildSitemapPath = (name: string) => `/sitemaps/${name}.xml`

export const securityTextPath = '/.well-known/security.txt'
