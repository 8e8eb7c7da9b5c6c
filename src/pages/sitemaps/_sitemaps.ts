/** The site's sitemaps. No route: it lists the others. */
import { publicationSitemaps } from '../../features/syndication/publication-sitemaps.ts'
import type { Sitemap } from '../../features/syndication/sitemap.ts'

// Asked for by their names; none of the texts is ever loaded.
const templates = Object.keys(import.meta.glob('/src/pages/**/*.astro', { query: '?raw' })).map(
  (file) => file.slice('/src/pages'.length, -'.astro'.length),
)

/**
 * Pages that ask search engines to stay away: what only its reader has a use for, and variants of
 * another page. The checks compare this with what the pages themselves say.
 */
const unlisted = new RegExp(
  '^/(?:login|magic|forgot|welcome|settings|saved|offline|refer|404' +
    '|subscribe-today|subscribe-original|subscribe/finish|subscribe/student|gift-subscription)(?:/|$)',
)

let made: readonly Sitemap[] | undefined

/** Made once a build: each of them and their index are asked for. */
export function sitemaps(): readonly Sitemap[] {
  made ??= publicationSitemaps({
    standing: templates
      .filter((path) => !path.includes('[') && path !== '/index' && !unlisted.test(path))
      .map((path) => path.replace(/\/index$/, '')),
    events: templates.some((path) => path.startsWith('/events/[')),
  })
  return made
}
