import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import { loadPublication } from '../../../content/publication-queries.ts'
import { feedLengths } from '../../../contracts/site-files/feeds.ts'
import { categorySlugs } from '../../../domain/category.ts'
import { listDigests } from '../../../features/articles/story-lists.ts'
import { readFreePreview } from '../../../features/syndication/publication-feeds.ts'
import { respondWithFeed } from '../../../features/syndication/story-feeds.ts'

export const getStaticPaths = () =>
  categorySlugs.map((slug) => {
    const stories = loadPublication().findByCategory(slug).slice(0, feedLengths.section)
    return {
      params: { slug },
      props: { slug, stories },
      cacheKey: computeDigest(listDigests(stories)),
    }
  })

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props, site }) =>
  respondWithFeed({ kind: 'category', slug: props.slug }, props.stories, readFreePreview, site!)
