import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import { rssType } from '../../../contracts/site-files/feeds.ts'
import { categorySlugs } from '../../../domain/category.ts'
import {
  listNewestInCategory,
  readFreePreview,
} from '../../../features/syndication/publication-feeds.ts'
import { renderRss } from '../../../features/syndication/rss.ts'
import { createCategoryFeed } from '../../../features/syndication/story-feeds.ts'

export function getStaticPaths() {
  return categorySlugs.map((slug) => ({
    params: { slug },
    props: { slug },
    cacheKey: computeDigest(listNewestInCategory(slug).map((story) => story.digest)),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) => {
  const { slug } = props
  const feed = createCategoryFeed(slug, listNewestInCategory(slug), readFreePreview, site!)
  return new Response(renderRss(feed, site!), { headers: { 'Content-Type': rssType } })
}
