/** Feeds and the news sitemap, rendered on demand while the build is out of date (functions/landing/). */
import type { APIRoute } from 'astro'
import type { Landing, LandingStory } from '../../contracts/site-files/landing.ts'
import { renderJsonFeed } from '../../features/syndication/json-feed.ts'
import { renderRss } from '../../features/syndication/rss.ts'
import { renderNewsSitemap, selectNews } from '../../features/syndication/sitemap.ts'
import {
  createAuthorFeed,
  createCategoryFeed,
  createStoryFeed,
} from '../../features/syndication/story-feeds.ts'
import { storyFeedLink, storyJsonFeedLink } from '../../features/syndication/syndication-paths.ts'

export const prerender = false

const readFreePreview = ({ freePreview }: LandingStory) => freePreview ?? ''

function render({ feed, stories }: Extract<Landing, { view: 'feed' }>, origin: URL): string {
  switch (feed.kind) {
    case 'rss':
      return renderRss(createStoryFeed(storyFeedLink, stories, readFreePreview, origin), origin)
    case 'json':
      return renderJsonFeed(
        createStoryFeed(storyJsonFeedLink, stories, readFreePreview, origin),
        origin,
      )
    case 'category':
      return renderRss(createCategoryFeed(feed.slug, stories, readFreePreview, origin), origin)
    case 'author':
      return renderRss(createAuthorFeed(feed.author, stories, readFreePreview, origin), origin)
    case 'news':
      return renderNewsSitemap(selectNews(stories, new Date()), origin)
  }
}

/** The edge always passes a feed, and sets the type; the development server doesn't. */
export const GET: APIRoute = ({ locals, site }) =>
  locals.landing?.view === 'feed'
    ? new Response(render(locals.landing, site!))
    : new Response(null, { status: 404 })
