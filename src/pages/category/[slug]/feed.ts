/** The newest stories of a category as RSS. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { digestOf } from '../../../content/mirror.ts'
import { rssType } from '../../../contracts/feeds.ts'
import { categorySlugs } from '../../../domain/category.ts'
import {
  feedOfCategory,
  newestInCategory,
} from '../../../features/syndication/publication-feeds.ts'
import { rssDocument } from '../../../features/syndication/rss.ts'

export function getStaticPaths() {
  return categorySlugs.map((slug) => ({
    params: { slug },
    props: { slug },
    cacheKey: digestOf(newestInCategory(slug).map((story) => story.digest)),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(rssDocument(feedOfCategory(props.slug, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
