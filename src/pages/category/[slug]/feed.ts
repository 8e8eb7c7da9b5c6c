import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/mirror.ts'
import { rssType } from '../../../contracts/feeds.ts'
import { categorySlugs } from '../../../domain/category.ts'
import {
  createCategoryFeed,
  listNewestInCategory,
} from '../../../features/syndication/publication-feeds.ts'
import { renderRss } from '../../../features/syndication/rss.ts'

export function getStaticPaths() {
  return categorySlugs.map((slug) => ({
    params: { slug },
    props: { slug },
    cacheKey: computeDigest(listNewestInCategory(slug).map((story) => story.digest)),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(renderRss(createCategoryFeed(props.slug, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
