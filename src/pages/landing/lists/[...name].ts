/** Data for the Worker only (contracts/site-files/landing.ts), which renders landing pages from it between builds. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import type { ArticleCard } from '../../../content/publication-queries.ts'
import type { LandingList } from '../../../contracts/site-files/landing.ts'
import { getListName } from '../../../domain/archive/story-list.ts'
import { pickAuthor, pickStory } from '../../../features/articles/landing-story.ts'
import { getAllLists, listDigests } from '../../../features/articles/story-lists.ts'
import { readFreePreview } from '../../../features/syndication/publication-feeds.ts'

export function getStaticPaths() {
  return getAllLists().map((list) => ({
    params: { name: getListName(list.subject) },
    props: { list },
    cacheKey: computeDigest(
      list.archive,
      list.isWhole,
      list.front,
      listDigests(list.placed ?? []),
      list.author?.digest,
      list.tag,
      listDigests(list.stories),
    ),
  }))
}

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) => {
  const { stories, placed, isWhole, archive, front, author, tag, hasFeed } = props.list
  const createStory = (story: ArticleCard) => ({
    ...pickStory(story),
    ...(hasFeed && { freePreview: readFreePreview(story) }),
  })
  const list: LandingList = {
    stories: stories.map(createStory),
    placed: placed?.map(createStory),
    isWhole,
    archive,
    front,
    author: author && { ...pickAuthor(author), html: author.html },
    tag,
  }
  return Response.json(list)
}
