import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import { loadPublication } from '../../../content/publication-queries.ts'
import { rssType } from '../../../contracts/site-files/feeds.ts'
import {
  listNewestByAuthor,
  readFreePreview,
} from '../../../features/syndication/publication-feeds.ts'
import { renderRss } from '../../../features/syndication/rss.ts'
import { createAuthorFeed } from '../../../features/syndication/story-feeds.ts'

export function getStaticPaths() {
  return loadPublication().authors.map((author) => ({
    params: { slug: author.slug },
    props: { author },
    cacheKey: computeDigest(
      author.digest,
      listNewestByAuthor(author.slug).map((story) => story.digest),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) => {
  const { author } = props
  const feed = createAuthorFeed(author, listNewestByAuthor(author.slug), readFreePreview, site!)
  return new Response(renderRss(feed, site!), { headers: { 'Content-Type': rssType } })
}
