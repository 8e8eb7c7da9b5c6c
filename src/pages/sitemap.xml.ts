/** The index of all sitemaps, which robots.txt names. */
import type { APIRoute } from 'astro'
import { publication } from '../content/publication.ts'
import { describeSitemaps } from '../features/syndication/publication-sitemaps.ts'
import { newsAt, sitemapIndexDocument } from '../features/syndication/sitemap.ts'
import { sitemaps } from './sitemaps/_sitemaps.ts'

export const GET: APIRoute = ({ site }) => {
  const [newest] = newsAt(publication().newestFirst, new Date())
  const all = [
    { name: 'news', changedAt: newest?.publishedAt ?? null },
    ...describeSitemaps(sitemaps()),
  ]
  return new Response(sitemapIndexDocument(all, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
}
