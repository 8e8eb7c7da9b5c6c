import type { APIRoute } from 'astro'
import { rssType } from '../../contracts/site-files/feeds.ts'
import { createIssueFeed } from '../../features/syndication/publication-feeds.ts'
import { renderRss } from '../../features/syndication/rss.ts'

export const GET: APIRoute = ({ site }) =>
  new Response(renderRss(createIssueFeed(site!), site!), {
    headers: { 'Content-Type': rssType },
  })
