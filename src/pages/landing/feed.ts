/** Feeds and the news sitemap, rendered on demand while the build is out of date (functions/landing/). */
import type { APIRoute } from 'astro'
import { respondWithFeed } from '../../features/syndication/story-feeds.ts'

export const prerender = false

/** The Worker always passes a feed; the development server doesn't. */
export const GET: APIRoute = ({ locals: { landing }, site }) =>
  landing?.view === 'feed'
    ? respondWithFeed(landing.feed, landing.stories, (story) => story.freePreview ?? '', site!)
    : new Response(null, { status: 404 })
