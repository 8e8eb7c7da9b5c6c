/** The sitemaps that sitemap.xml names, but for the news. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { digestOf } from '../../content/mirror.ts'
import { sitemapDocument } from '../../features/syndication/sitemap.ts'
import { sitemaps } from './_sitemaps.ts'

export function getStaticPaths() {
  return sitemaps().map((sitemap) => ({
    params: { name: sitemap.name },
    props: { sitemap },
    cacheKey: digestOf(
      sitemap.entries.map(({ path, changedAt, picture }) =>
        [path, changedAt?.getTime(), picture].join(),
      ),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(sitemapDocument(props.sitemap, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
