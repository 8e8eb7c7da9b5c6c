import type { APIRoute } from 'astro'
import { loadPublication } from '../content/publication-queries.ts'
import { selectNews } from '../domain/archive/news.ts'
import { describeSitemaps } from '../features/syndication/publication-sitemaps.ts'
import { renderSitemapIndex } from '../features/syndication/sitemap.ts'
import { listSitemaps } from './sitemaps/_sitemaps.ts'

export const GET: APIRoute = ({ site }) => {
  const [newest] = selectNews(loadPublication().newestFirst, new Date())
  const all = [
    ...(newest ? [{ name: 'news', changedAt: newest.publishedAt }] : []),
    ...describeSitemaps(listSitemaps()),
  ]
  return new Response(renderSitemapIndex(all, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
}
