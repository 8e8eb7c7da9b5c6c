/** The newest stories of an author as RSS. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { digestOf } from '../../../content/mirror.ts'
import { publication } from '../../../content/publication.ts'
import { rssType } from '../../../contracts/feeds.ts'
import { feedOfAuthor, newestBy } from '../../../features/syndication/publication-feeds.ts'
import { rssDocument } from '../../../features/syndication/rss.ts'

export function getStaticPaths() {
  return publication().authors.map((author) => ({
    params: { slug: author.slug },
    props: { author },
    cacheKey: digestOf(
      author.digest,
      newestBy(author).map((story) => story.digest),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  new Response(rssDocument(feedOfAuthor(props.author, site!), site!), {
    headers: { 'Content-Type': rssType },
  })
