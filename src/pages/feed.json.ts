import type { APIRoute } from 'astro'
import { jsonFeedType } from '../contracts/feeds.ts'
import { renderJsonFeed } from '../features/syndication/json-feed.ts'
import { createStoryFeed } from '../features/syndication/publication-feeds.ts'
import { storyJsonFeedLink } from '../features/syndication/syndication-paths.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(renderJsonFeed(createStoryFeed(storyJsonFeedLink, site!), site!), {
    headers: { 'Content-Type': jsonFeedType },
  })
