/** What crawlers may read: every page. The paywall keeps what is closed, not this file. */
import type { APIRoute } from 'astro'
import { sitemapIndexPath } from '../features/syndication/addresses.ts'

export const GET: APIRoute = ({ site }) => {
  const lines = [
    'User-agent: *',
    'Allow: /',
    'Disallow: /api/',
    '',
    `Sitemap: ${new URL(sitemapIndexPath, site)}`,
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain' } })
}
