/** The feeds of stories. They import no content, because the Worker renders them too. `stories` are newest first. */
import { feedLengths, jsonFeedType, rssType } from '../../contracts/site-files/feeds.ts'
import { selectNews } from '../../domain/archive/news.ts'
import { describeAuthor } from '../../domain/author.ts'
import { type CategorySlug, categorySlugs } from '../../domain/category.ts'
import { site } from '../../publication/identity.ts'
import { categories } from '../../publication/sections.ts'
import { createFeed, type Feed, type FeedStory } from './feed.ts'
import { renderJsonFeed } from './json-feed.ts'
import { renderRss } from './rss.ts'
import { renderNewsSitemap } from './sitemap.ts'
import {
  buildAuthorFeedLink,
  buildCategoryFeedLink,
  type FeedLink,
  storyFeedLink,
  storyJsonFeedLink,
} from './syndication-paths.ts'

type ReadFreePreview<Story> = (story: Story) => string

type FeedAuthor = {
  readonly slug: string
  readonly name: string
  readonly role?: string | undefined
  readonly place?: string | undefined
}

function createStoryFeed<Story extends FeedStory>(
  link: FeedLink,
  stories: readonly Story[],
  readFreePreview: ReadFreePreview<Story>,
  origin: URL,
): Feed {
  const subjects = categorySlugs.map((slug) => categories[slug].name)
  const page = { path: '/', description: site.description, subjects }
  return createFeed(link, page, stories.slice(0, feedLengths.full), readFreePreview, origin)
}

function createCategoryFeed<Story extends FeedStory>(
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

function createAuthorFeed<Story extends FeedStory>(
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

type ListFeed =
  | { readonly kind: 'rss' | 'json' | 'news' }
  | { readonly kind: 'category'; readonly slug: CategorySlug }
  | { readonly kind: 'author'; readonly author: FeedAuthor }

/** A feed of a list of stories, or the news sitemap. `stories` are newest first, perhaps more than it has. */
export function respondWithFeed<Story extends FeedStory>(
  feed: ListFeed,
  stories: readonly Story[],
  readFreePreview: ReadFreePreview<Story>,
  origin: URL,
): Response {
  const respond = (text: string, type: string) =>
    new Response(text, { headers: { 'Content-Type': type } })
  switch (feed.kind) {
    case 'json': {
      const created = createStoryFeed(storyJsonFeedLink, stories, readFreePreview, origin)
      return respond(renderJsonFeed(created, origin), jsonFeedType)
    }
    case 'news':
      return respond(renderNewsSitemap(selectNews(stories, new Date()), origin), 'application/xml')
    case 'rss': {
      const created = createStoryFeed(storyFeedLink, stories, readFreePreview, origin)
      return respond(renderRss(created, origin), rssType)
    }
    case 'category': {
      const created = createCategoryFeed(feed.slug, stories, readFreePreview, origin)
      return respond(renderRss(created, origin), rssType)
    }
    case 'author': {
      const created = createAuthorFeed(feed.author, stories, readFreePreview, origin)
      return respond(renderRss(created, origin), rssType)
    }
  }
}
