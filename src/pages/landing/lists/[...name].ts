/** For the Worker only (contracts/landing.ts): what landing pages are rendered from between two builds. */
import type { APIRoute, InferGetStaticPropsType } from 'astro'
import { computeDigest } from '../../../content/content-copy.ts'
import { type ArticleCard, loadPublication } from '../../../content/publication-queries.ts'
import {
  frontStoriesPerCategory,
  type LandingList,
  type LandingStory,
  latestListLength,
} from '../../../contracts/site-files/landing.ts'
import { paginateFromOldest } from '../../../domain/archive/archive-pages.ts'
import { categorySlugs } from '../../../domain/category.ts'
import { pickAuthor, pickStory } from '../../../features/articles/landing-story.ts'
import { readFreePreview } from '../../../features/syndication/publication-feeds.ts'
import { selectNews } from '../../../features/syndication/sitemap.ts'

type ListSource = Omit<LandingList, 'stories'> & {
  readonly name: string
  readonly stories: readonly ArticleCard[]
  readonly hasFreePreviews: boolean
}

export function getStaticPaths() {
  return collectLists().map((list) => ({
    params: { name: list.name },
    props: { list },
    cacheKey: computeDigest(
      list.archive,
      list.isWhole,
      list.front,
      list.author,
      list.tag,
      list.stories.map((story) => story.digest),
    ),
  }))
}

function collectLists(): ListSource[] {
  const { newestFirst, findByCategory, findByTag, findByAuthor, authors, tags } = loadPublication()
  return [
    collectFront(),
    { ...collectArchive('latest', newestFirst, latestListLength), hasFreePreviews: true },
    {
      name: 'news',
      stories: selectNews(newestFirst, new Date()),
      isWhole: true,
      hasFreePreviews: false,
    },
    ...categorySlugs.map((slug) => ({
      ...collectArchive(`category/${slug}`, findByCategory(slug)),
      hasFreePreviews: true,
    })),
    ...tags.map((tag) => ({ ...collectArchive(`tag/${tag.slug}`, findByTag(tag.slug)), tag })),
    ...authors.map((author) => ({
      ...collectArchive(`author/${author.slug}`, findByAuthor(author.slug)),
      hasFreePreviews: true,
      author: { ...pickAuthor(author), html: author.html },
    })),
  ]
}

/** With enough stories to arrange the page as the build does, even without some of them. */
function collectFront(): ListSource {
  const { newestFirst, findByCategory, bySlug, front } = loadPublication()
  const chosen = front ? [front.lead, ...front.order, ...front.pins] : []
  const candidates = new Set([
    ...newestFirst.slice(0, frontStoriesPerCategory),
    ...categorySlugs.flatMap((slug) => findByCategory(slug).slice(0, frontStoriesPerCategory)),
    ...chosen.flatMap((slug) => (slug && bySlug.get(slug)) || []),
  ])
  return {
    name: 'front',
    stories: newestFirst.filter((story) => candidates.has(story)),
    isWhole: candidates.size === newestFirst.length,
    hasFreePreviews: false,
    // A withdrawn story isn't mentioned anywhere.
    front: front && {
      lead: front.lead !== null && bySlug.has(front.lead) ? front.lead : null,
      order: front.order.filter((slug) => bySlug.has(slug)),
      pins: front.pins.filter((slug) => bySlug.has(slug)),
    },
  }
}

function collectArchive(
  name: string,
  newestFirst: readonly ArticleCard[],
  minLength = 0,
): ListSource {
  const { items, older } = paginateFromOldest(newestFirst)[0]!
  const stories = newestFirst.slice(0, Math.max(items.length, minLength))
  return {
    name,
    stories,
    isWhole: stories.length === newestFirst.length,
    archive: { size: items.length, older },
    hasFreePreviews: false,
  }
}

const createStory = (card: ArticleCard, hasFreePreview: boolean): LandingStory => ({
  ...pickStory(card),
  ...(hasFreePreview && { freePreview: readFreePreview(card) }),
})

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = ({ props }) => {
  const { stories, isWhole, archive, front, author, tag, hasFreePreviews } = props.list
  const list: LandingList = {
    stories: stories.map((story) => createStory(story, hasFreePreviews)),
    isWhole,
    archive,
    front,
    author,
    tag,
  }
  return Response.json(list)
}
