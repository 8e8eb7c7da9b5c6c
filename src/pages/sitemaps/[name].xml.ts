import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../content/content-copy.ts'
import { renderSitemap } from '../../features/syndication/sitemap.ts'
import { listSitemaps } from './_sitemaps.ts'

export function getStaticPaths() {
  return listSitemaps().map((sitemap) => ({
    params: { name: sitemap.name },
    props: { sitemap },
    cacheKey: computeDigest(
      sitemap.entries.map(({ path, changedAt, imageId }) =>
        [path, changedAt?.getTime(), imageId].join(),
      ),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(renderSitemap(props.sitemap, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
