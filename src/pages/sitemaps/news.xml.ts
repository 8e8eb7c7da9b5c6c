/** The news sitemap. Builds after publishing and at night write it, so it may contain stories older than two days. */
import type { APIRoute } from 'astro'
import { loadPublication } from '../../content/publication-queries.ts'
import { readFreePreview } from '../../features/syndication/publication-feeds.ts'
import { respondWithFeed } from '../../features/syndication/story-feeds.ts'

export const GET: APIRoute = ({ site }) =>
  respondWithFeed({ kind: 'news' }, loadPublication().newestFirst, readFreePreview, site!)
