import type { APIRoute } from 'astro'
import { rssType } from '../contracts/feeds.ts'
import { createStoryFeed } from '../features/syndication/publication-feeds.ts'
import { renderRss } from '../features/syndication/rss.ts'
import { storyFeedLink } from '../features/syndication/syndication-paths.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(renderRss(createStoryFeed(storyFeedLink, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
