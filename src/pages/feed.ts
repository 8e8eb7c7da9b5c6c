/** The newest stories as RSS. */
import type { APIRoute } from 'astro'
import { rssType } from '../contracts/feeds.ts'
import { storyFeed } from '../features/syndication/addresses.ts'
import { feedOfStories } from '../features/syndication/publication-feeds.ts'
import { rssDocument } from '../features/syndication/rss.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(rssDocument(feedOfStories(storyFeed, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
