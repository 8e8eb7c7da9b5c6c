import type { APIRoute } from 'astro'
import { loadPublication } from '../content/publication-queries.ts'
import { rssType } from '../contracts/site-files/feeds.ts'
import { readFreePreview } from '../features/syndication/publication-feeds.ts'
import { renderRss } from '../features/syndication/rss.ts'
import { createStoryFeed } from '../features/syndication/story-feeds.ts'
import { storyFeedLink } from '../features/syndication/syndication-paths.ts'

export const GET: APIRoute = ({ site }) => {
  const { newestFirst } = loadPublication()
  const feed = createStoryFeed(storyFeedLink, newestFirst, readFreePreview, site!)
  return new Response(renderRss(feed, site!), {
    headers: { 'Content-Type': rssType },
  })
}
