/** The sitemaps that sitemap.xml names, but for the news. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { digestOf } from '../../content/mirror.ts'
import { publicationSitemaps } from '../../features/syndication/publication-sitemaps.ts'
import { sitemapDocument } from '../../features/syndication/sitemap.ts'
import { templatePages } from './_template-pages.ts'

export function getStaticPaths() {
  return publicationSitemaps(templatePages).map((sitemap) => ({
    params: { name: sitemap.name },
    props: { sitemap },
    cacheKey: digestOf(sitemap.entries),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(sitemapDocument(props.sitemap, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
