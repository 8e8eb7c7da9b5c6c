import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import { loadPublication } from '../../../content/publication-queries.ts'
import { feedLengths } from '../../../contracts/site-files/feeds.ts'
import { listDigests } from '../../../features/articles/story-lists.ts'
import { readFreePreview } from '../../../features/syndication/publication-feeds.ts'
import { respondWithFeed } from '../../../features/syndication/story-feeds.ts'

export const getStaticPaths = () => {
  const { authors, findByAuthor } = loadPublication()
  return authors.map((author) => {
    const stories = findByAuthor(author.slug).slice(0, feedLengths.section)
    return {
      params: { slug: author.slug },
      props: { author, stories },
      cacheKey: computeDigest(author.digest, listDigests(stories)),
    }
  })
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  respondWithFeed({ kind: 'author', author: props.author }, props.stories, readFreePreview, site!)
