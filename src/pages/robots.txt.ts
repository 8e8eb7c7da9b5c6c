/** Crawlers may read every page; the paywall protects what is closed. */
import type { APIRoute } from 'astro'
import { sitemapIndexPath } from '../features/syndication/syndication-paths.ts'

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
