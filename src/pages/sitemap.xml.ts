/** The index of all sitemaps, which robots.txt names. */
import type { APIRoute } from 'astro'
import { publication } from '../content/publication.ts'
import {
  describeSitemaps,
  publicationSitemaps,
} from '../features/syndication/publication-sitemaps.ts'
import { newsAt, sitemapIndexDocument } from '../features/syndication/sitemap.ts'
import { templatePages } from './sitemaps/_template-pages.ts'

export const GET: APIRoute = ({ site }) => {
  const [newest] = newsAt(publication().newestFirst, new Date())
  const sitemaps = [
    { name: 'news', changedAt: newest?.publishedAt ?? null },
    ...describeSitemaps(publicationSitemaps(templatePages)),
  ]
  return new Response(sitemapIndexDocument(sitemaps, site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
}
