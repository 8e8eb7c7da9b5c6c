/** Written by publications and the nightly build, so it may contain stories older than two days. */
import type { APIRoute } from 'astro'
import { loadPublication } from '../../content/publication-queries.ts'
import { renderNewsSitemap, selectNews } from '../../features/syndication/sitemap.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(renderNewsSitemap(selectNews(loadPublication().newestFirst, new Date()), site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
