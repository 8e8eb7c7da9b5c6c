/**
 * The news of the last two days by the clock of the build, the one file of the site that depends on
 * it by the minute. Every publication builds it anew, and so does the nightly build; between them it
 * may still name what is older, which is in the other sitemaps as well.
 */
import type { APIRoute } from 'astro'
import { publication } from '../../content/publication.ts'
import { newsAt, newsSitemapDocument } from '../../features/syndication/sitemap.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(newsSitemapDocument(newsAt(publication().newestFirst, new Date()), site!), {
    headers: { 'Content-Type': 'application/xml' },
  })
