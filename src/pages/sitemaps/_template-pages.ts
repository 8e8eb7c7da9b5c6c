/** Which pages there are by their templates alone. No route: it lists the others. */
import type { TemplatePages } from '../../features/syndication/publication-sitemaps.ts'

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

export const templatePages: TemplatePages = {
  standing: templates
    .filter((path) => !path.includes('[') && path !== '/index' && !unlisted.test(path))
    .map((path) => path.replace(/\/index$/, '')),
  events: templates.some((path) => path.startsWith('/events/[')),
}
