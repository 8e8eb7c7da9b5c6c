/** The newest stories as JSON Feed. */
import type { APIRoute } from 'astro'
import { jsonFeedType } from '../contracts/feeds.ts'
import { storyJsonFeed } from '../features/syndication/addresses.ts'
import { jsonFeedDocument } from '../features/syndication/json-feed.ts'
import { feedOfStories } from '../features/syndication/publication-feeds.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(jsonFeedDocument(feedOfStories(storyJsonFeed, site!), site!), {
    headers: { 'Content-Type': jsonFeedType },
  })
