/** The feeds of stories. They import no content, because the Worker renders them too. `stories` are newest first. */
import { feedLengths } from '../../contracts/site-files/feeds.ts'
import { selectNews } from '../../domain/archive/news.ts'
import { describeAuthor } from '../../domain/author.ts'
import { type CategorySlug, categorySlugs } from '../../domain/category.ts'
import { site } from '../../publication/identity.ts'
import { categories } from '../../publication/sections.ts'
import { createFeed, type FeedStory } from './feed.ts'
import { renderJsonFeed } from './json-feed.ts'
import { renderRss } from './rss.ts'
import { renderNewsSitemap } from './sitemap.ts'
import {
  buildAuthorFeedLink,
  buildCategoryFeedLink,
  storyFeedLink,
  storyJsonFeedLink,
} from './syndication-paths.ts'

type FeedAuthor = {
  readonly slug: string
  readonly name: string
  readonly role?: string | undefined
  readonly place?: string | undefined
}

type ListFeed =
  | { readonly kind: 'rss' | 'json' }
  | { readonly kind: 'category'; readonly slug: CategorySlug }
  | { readonly kind: 'author'; readonly author: FeedAuthor }

function describeFeed(feed: ListFeed) {
  switch (feed.kind) {
    case 'rss':
    case 'json': {
      const subjects = categorySlugs.map((slug) => categories[slug].name)
      const page = { path: '/', description: site.description, subjects }
      const link = feed.kind === 'json' ? storyJsonFeedLink : storyFeedLink
      return { link, page, length: feedLengths.full }
    }
    case 'category': {
      const { name } = categories[feed.slug]
      const description = `${name} in ${site.name}. ${site.description}`
      const page = { path: `/category/${feed.slug}`, description, subjects: [name] }
      return { link: buildCategoryFeedLink(feed.slug), page, length: feedLengths.section }
    }
    case 'author': {
      const description = describeAuthor(feed.author, site.name)
      const page = { path: `/author/${feed.author.slug}`, description, subjects: [] }
      return { link: buildAuthorFeedLink(feed.author), page, length: feedLengths.section }
    }
  }
}

/** Responds with a feed or the news sitemap. `stories` are newest first, perhaps more than the document contains. */
export function respondWithFeed<Story extends FeedStory>(
  feed: ListFeed | { readonly kind: 'news' },
  stories: readonly Story[],
  readFreePreview: (story: Story) => string,
  origin: URL,
): Response {
  const respond = (text: string, type: string) =>
    new Response(text, { headers: { 'Content-Type': type } })
  if (feed.kind === 'news')
    return respond(renderNewsSitemap(selectNews(stories, new Date()), origin), 'application/xml')
  const { link, page, length } = describeFeed(feed)
  const created = createFeed(link, page, stories.slice(0, length), readFreePreview, origin)
  const render = feed.kind === 'json' ? renderJsonFeed : renderRss
  return respond(render(created, origin), link.type)
}
