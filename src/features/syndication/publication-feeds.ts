import {
  type ArticleCard,
  loadPublication,
  readOpenPart,
} from '../../content/publication-queries.ts'
import { describeAuthor } from '../../domain/author.ts'
import { type CategorySlug, categories, categorySlugs } from '../../domain/category.ts'
import { site } from '../../site.ts'
import { createFeed, type Feed, feedLengths } from './feed.ts'
import { buildAuthorFeedLink, buildCategoryFeedLink, type FeedLink } from './syndication-paths.ts'

type FeedAuthor = Pick<ArticleCard['authors'][number], 'slug' | 'name' | 'role' | 'place'>

const readLeadIn = (story: ArticleCard) => readOpenPart(story).leadIn

export function createStoryFeed(link: FeedLink, origin: URL): Feed {
  const subjects = categorySlugs.map((slug) => categories[slug].name)
  const page = { path: '/', description: site.description, subjects }
  const stories = loadPublication().newestFirst.slice(0, feedLengths.full)
  return createFeed(link, page, stories, readLeadIn, origin)
}

export function listNewestInCategory(slug: CategorySlug): readonly ArticleCard[] {
  return loadPublication().findByCategory(slug).slice(0, feedLengths.section)
}

export function createCategoryFeed(slug: CategorySlug, origin: URL): Feed {
  const { name } = categories[slug]
  const description = `${name} in ${site.name}. ${site.description}`
  const page = { path: `/category/${slug}`, description, subjects: [name] }
  return createFeed(
    buildCategoryFeedLink(slug),
    page,
    listNewestInCategory(slug),
    readLeadIn,
    origin,
  )
}

export function listNewestByAuthor(author: FeedAuthor): readonly ArticleCard[] {
  return loadPublication().findByAuthor(author.slug).slice(0, feedLengths.section)
}

export function createAuthorFeed(author: FeedAuthor, origin: URL): Feed {
  const description = describeAuthor(author, site.name)
  const page = { path: `/author/${author.slug}`, description, subjects: [] }
  return createFeed(
    buildAuthorFeedLink(author),
    page,
    listNewestByAuthor(author),
    readLeadIn,
    origin,
  )
}
