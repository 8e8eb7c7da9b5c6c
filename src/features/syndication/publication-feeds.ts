/** The publication's feeds: of everything, of a category, of an author. */
import { type ArticleCard, openPart, publication } from '../../content/publication.ts'
import { authorInOneSentence } from '../../domain/author.ts'
import { type CategorySlug, categories, categorySlugs } from '../../domain/category.ts'
import { site } from '../../site.ts'
import { authorFeed, categoryFeed, type FeedLink } from './addresses.ts'
import { createFeed, type Feed, feedLengths } from './feed.ts'

type FeedAuthor = Pick<ArticleCard['authors'][number], 'slug' | 'name' | 'role' | 'place'>

const leadInOf = (story: ArticleCard) => openPart(story).leadIn

/** In either of its two forms: RSS and JSON. */
export function feedOfStories(link: FeedLink, origin: URL): Feed {
  const subjects = categorySlugs.map((slug) => categories[slug].name)
  const page = { path: '/', description: site.description, subjects }
  const stories = publication().newestFirst.slice(0, feedLengths.all)
  return createFeed(link, page, stories, leadInOf, origin)
}

/** What the feed of a category holds; its content changes with these alone. */
export function newestInCategory(slug: CategorySlug): readonly ArticleCard[] {
  return publication().inCategory(slug).slice(0, feedLengths.part)
}

export function feedOfCategory(slug: CategorySlug, origin: URL): Feed {
  const { name } = categories[slug]
  const description = `${name} in ${site.name}. ${site.description}`
  const page = { path: `/category/${slug}`, description, subjects: [name] }
  return createFeed(categoryFeed(slug), page, newestInCategory(slug), leadInOf, origin)
}

export function newestBy(author: FeedAuthor): readonly ArticleCard[] {
  return publication().by(author.slug).slice(0, feedLengths.part)
}

export function feedOfAuthor(author: FeedAuthor, origin: URL): Feed {
  const description = authorInOneSentence(author, site.name)
  const page = { path: `/author/${author.slug}`, description, subjects: [] }
  return createFeed(authorFeed(author), page, newestBy(author), leadInOf, origin)
}
