/** The sitemaps, in a file that isn't a route. */
import { createSitemaps } from '../../features/syndication/publication-sitemaps.ts'
import type { Sitemap } from '../../features/syndication/sitemap.ts'

// Only the paths are used; the modules are never loaded.
const templatePaths = Object.keys(import.meta.glob('/src/pages/**/*.astro', { query: '?raw' })).map(
  (file) => file.slice('/src/pages'.length, -'.astro'.length),
)

/** Matches pages to keep out of search engines: readers' own, and variants. A test compares it with the pages. */
const unlistedPathPattern = new RegExp(
  '^/(?:desk|landing|preview|login|magic|forgot|welcome|settings|saved|offline|refer|redeem|gifts|404' +
    '|subscribe-today|subscribe-original|subscribe/finish|subscribe/student|gift-subscription|gift/opened|gift/print)(?:/|$)',
)

let cachedSitemaps: readonly Sitemap[] | undefined

/** Lists the sitemaps once per build, although each sitemap calls this function. */
export function listSitemaps(): readonly Sitemap[] {
  cachedSitemaps ??= createSitemaps({
    staticPaths: templatePaths
      .filter((path) => !path.includes('[') && path !== '/index' && !unlistedPathPattern.test(path))
      .map((path) => path.replace(/\/index$/, '')),
    hasEventPages: templatePaths.some((path) => path.startsWith('/events/[')),
  })
  return cachedSitemaps
}
