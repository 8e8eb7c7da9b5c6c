import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/mirror.ts'
import { loadPublication } from '../../../content/publication-queries.ts'
import { rssType } from '../../../contracts/feeds.ts'
import {
  createAuthorFeed,
  listNewestByAuthor,
} from '../../../features/syndication/publication-feeds.ts'
import { renderRss } from '../../../features/syndication/rss.ts'

export function getStaticPaths() {
  return loadPublication().authors.map((author) => ({
    params: { slug: author.slug },
    props: { author },
    cacheKey: computeDigest(
      author.digest,
      listNewestByAuthor(author).map((story) => story.digest),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(renderRss(createAuthorFeed(props.author, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
