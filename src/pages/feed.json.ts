import type { APIRoute } from 'astro'
import { loadPublication } from '../content/publication-queries.ts'
import { jsonFeedType } from '../contracts/site-files/feeds.ts'
import { renderJsonFeed } from '../features/syndication/json-feed.ts'
import { readFreePreview } from '../features/syndication/publication-feeds.ts'
import { createStoryFeed } from '../features/syndication/story-feeds.ts'
import { storyJsonFeedLink } from '../features/syndication/syndication-paths.ts'

export const GET: APIRoute = ({ site }) => {
  const { newestFirst } = loadPublication()
  const feed = createStoryFeed(storyJsonFeedLink, newestFirst, readFreePreview, site!)
  return new Response(renderJsonFeed(feed, site!), {
    headers: { 'Content-Type': jsonFeedType },
  })
}
