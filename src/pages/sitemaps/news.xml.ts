/** The news sitemap, written by builds after publishing and at night: it may contain stories older than two days. */
import type { APIRoute } from 'astro'
import { loadPublication } from '../../content/publication-queries.ts'
import { readFreePreview } from '../../features/syndication/publication-feeds.ts'
import { respondWithFeed } from '../../features/syndication/story-feeds.ts'

export const GET: APIRoute = ({ site }) =>
  respondWithFeed({ kind: 'news' }, loadPublication().newestFirst, readFreePreview, site!)
