/** The build's lists of stories, as its pages show them and as the Worker updates them between builds. */
import { computeDigest } from '../../content/content-copy.ts'
import { type ArticleCard, loadPublication } from '../../content/publication-queries.ts'
import { feedLengths } from '../../contracts/site-files/feeds.ts'
import { frontStoriesPerCategory, latestListLength } from '../../contracts/site-files/landing.ts'
import { type ArchivePage, paginateFromOldest } from '../../domain/archive/archive-pages.ts'
import { selectNews } from '../../domain/archive/news.ts'
import {
  createArchiveModel,
  listPlaced,
  listUnchanged,
  type StoryListModel,
  type StoryListSubject,
} from '../../domain/archive/story-list.ts'
import { isListedIn } from '../../domain/article.ts'
import { type CategorySlug, categorySlugs } from '../../domain/category.ts'
import type { Placements } from '../../domain/publication.ts'
import type { DescribedTag } from '../../domain/tag.ts'

/** The time of the build, for which its pages and the Worker's lists show the same pins. */
const builtAt = new Date()

type Author = ReturnType<typeof loadPublication>['authors'][number]

export type BuiltList = StoryListModel<ArticleCard> & {
  readonly subject: StoryListSubject
  readonly hasFeed?: true
  readonly front: Placements | null
  readonly author?: Author
  readonly tag?: DescribedTag
}

type BuiltArchive = BuiltList & {
  /** Includes the stories of numbered pages. */
  readonly newestFirst: readonly ArticleCard[]
}

/** A withdrawn story isn't mentioned anywhere. */
function getPlacements(): Placements | null {
  const { front, bySlug } = loadPublication()
  return (
    front && {
      lead: front.lead !== null && bySlug.has(front.lead) ? front.lead : null,
      order: front.order.filter((slug) => bySlug.has(slug)),
      pins: front.pins.filter((slug) => bySlug.has(slug)),
      categoryPins: front.categoryPins.filter(({ slug, category }) => {
        const story = bySlug.get(slug)
        return story && isListedIn(story, category)
      }),
      note: front.note,
    }
  )
}

function createArchive(
  subject: StoryListSubject,
  newestFirst: readonly ArticleCard[],
  about: Pick<BuiltList, 'hasFeed' | 'author' | 'tag'> = {},
  minLength = 0,
): BuiltArchive {
  const front = subject.kind === 'category' ? getPlacements() : null
  const model = createArchiveModel(newestFirst, minLength)
  const slugs = listPlaced(subject, front, builtAt)
  const placed = newestFirst.filter(
    (story) => slugs.includes(story.slug) && !model.stories.includes(story),
  )
  return { subject, front, newestFirst, ...model, placed, ...about }
}

export const getLatest = () =>
  createArchive(
    { kind: 'latest' },
    loadPublication().newestFirst,
    { hasFeed: true },
    latestListLength,
  )

export const getCategory = (slug: CategorySlug) =>
  createArchive(
    { kind: 'category', slug },
    loadPublication().findByCategory(slug),
    { hasFeed: true },
    feedLengths.section,
  )

export const getTag = (tag: DescribedTag) =>
  createArchive({ kind: 'tag', slug: tag.slug }, loadPublication().findByTag(tag.slug), { tag })

export const getAuthor = (author: Author) =>
  createArchive(
    { kind: 'author', slug: author.slug },
    loadPublication().findByAuthor(author.slug),
    { hasFeed: true, author },
    feedLengths.section,
  )

/** Returns the front page's list, with spare stories in case some are withdrawn. */
export function getFront(): BuiltList {
  const { newestFirst, findByCategory, bySlug } = loadPublication()
  const subject = { kind: 'front' } as const
  const front = getPlacements()
  const candidates = new Set([
    ...newestFirst.slice(0, frontStoriesPerCategory),
    ...categorySlugs.flatMap((slug) => findByCategory(slug).slice(0, frontStoriesPerCategory)),
    ...listPlaced(subject, front, builtAt).flatMap((slug) => bySlug.get(slug) ?? []),
  ])
  return {
    subject,
    front,
    stories: newestFirst.filter((story) => candidates.has(story)),
    isWhole: candidates.size === newestFirst.length,
  }
}

const getNews = (): BuiltList => ({
  subject: { kind: 'news' },
  front: null,
  stories: selectNews(loadPublication().newestFirst, new Date()),
  isWhole: true,
})

export function getAllLists(): BuiltList[] {
  const { tags, authors } = loadPublication()
  return [
    getFront(),
    getLatest(),
    getNews(),
    ...categorySlugs.map(getCategory),
    ...tags.map(getTag),
    ...authors.map(getAuthor),
  ]
}

type BuiltPage = {
  readonly page: ArchivePage<ArticleCard>
  /** The page number in the address; undefined for the first page. */
  readonly number: string | undefined
  readonly cacheKey: string
}

/** Returns the list as the first page shows it. The Worker derives the list in the same way. */
export const listBuilt = (model: BuiltList) =>
  listUnchanged(model, listPlaced(model.subject, model.front, builtAt))

export function listPages({ newestFirst, author, tag, ...model }: BuiltArchive): BuiltPage[] {
  return paginateFromOldest(newestFirst).map((numbered) => {
    const page = numbered.number === null ? listBuilt(model).page : numbered
    return {
      page,
      number: page.number?.toString(),
      cacheKey: computeDigest(author?.digest, tag, page.newer, page.older, listDigests(page.items)),
    }
  })
}

export const listDigests = (stories: readonly ArticleCard[]) => stories.map(({ digest }) => digest)
