/** The feeds of stories. They import no content, because the Worker renders them too. `stories` are newest first. */
import { describeAuthor } from '../../domain/author.ts'
import { type CategorySlug, categorySlugs } from '../../domain/category.ts'
import { site } from '../../publication/identity.ts'
import { categories } from '../../publication/sections.ts'
import { createFeed, type Feed, type FeedStory, feedLengths } from './feed.ts'
import { buildAuthorFeedLink, buildCategoryFeedLink, type FeedLink } from './syndication-paths.ts'

type ReadFreePreview<Story> = (story: Story) => string

type FeedAuthor = {
  readonly slug: string
  readonly name: string
  readonly role?: string | undefined
  readonly place?: string | undefined
}

export function createStoryFeed<Story extends FeedStory>(
  link: FeedLink,
  stories: readonly Story[],
  readFreePreview: ReadFreePreview<Story>,
  origin: URL,
): Feed {
  const subjects = categorySlugs.map((slug) => categories[slug].name)
  const page = { path: '/', description: site.description, subjects }
  return createFeed(link, page, stories.slice(0, feedLengths.full), readFreePreview, origin)
}

export function createCategoryFeed<Story extends FeedStory>(
  slug: CategorySlug,
  stories: readonly Story[],
  readFreePreview: ReadFreePreview<Story>,
  origin: URL,
): Feed {
  const { name } = categories[slug]
  const description = `${name} in ${site.name}. ${site.description}`
  const page = { path: `/category/${slug}`, description, subjects: [name] }
  const newest = stories.slice(0, feedLengths.section)
  return createFeed(buildCategoryFeedLink(slug), page, newest, readFreePreview, origin)
}

export function createAuthorFeed<Story extends FeedStory>(
  author: FeedAuthor,
  stories: readonly Story[],
  readFreePreview: ReadFreePreview<Story>,
  origin: URL,
): Feed {
  const description = describeAuthor(author, site.name)
  const page = { path: `/author/${author.slug}`, description, subjects: [] }
  const newest = stories.slice(0, feedLengths.section)
  return createFeed(buildAuthorFeedLink(author), page, newest, readFreePreview, origin)
}
