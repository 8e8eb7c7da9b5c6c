/** What pages are composed from: the published content, typed, in the orders that pages need. */

import { standsIn } from '../domain/article.ts'
import { type CategorySlug, categorySlugs } from '../domain/category.ts'
import type { Tag } from '../domain/tag.ts'
import { type WritingSystem, writingSystemsIn } from '../domain/writing-system.ts'
import { parseBuildEnvironment } from './environment.ts'
import {
  digestOf,
  type MirroredArticle,
  type MirroredAuthor,
  readBody,
  savedMirror,
} from './mirror.ts'

export type { MirroredArticle, MirroredAuthor, MirroredEvent, MirroredPage } from './mirror.ts'

/** An article as lists and pages show it, with its authors in place of their slugs. */
export type ArticleCard = Omit<MirroredArticle, 'authors'> & { readonly authors: MirroredAuthor[] }

const state = parseBuildEnvironment(process.env).BUILD_STATE

function load() {
  const mirror = savedMirror(state)
  if (!mirror)
    throw new Error('There is no content yet: the sync has to run before pages are built.')
  const newestFirst = [...mirror.articles.values()].sort(
    (one, other) =>
      other.publishedAt.getTime() - one.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1),
  )
  const bylines = new Map<string, { authors: MirroredAuthor[]; digest: string }>()
  // Tens of thousands of articles share some hundreds of bylines.
  const bylineOf = (slugs: readonly string[]) => {
    const key = slugs.join()
    const known = bylines.get(key)
    if (known) return known
    const authors = slugs.map((slug) => mirror.authors.get(slug)!)
    const byline = { authors, digest: digestOf(authors.map((author) => author.digest)) }
    bylines.set(key, byline)
    return byline
  }
  const cards = newestFirst.map((article): ArticleCard => {
    const { authors, digest } = bylineOf(article.authors)
    // A byline shows its authors, so a card is another one when they change.
    return { ...article, authors, digest: article.digest.slice(0, 16) + digest.slice(0, 8) }
  })
  const byCategory = new Map<CategorySlug, ArticleCard[]>(categorySlugs.map((slug) => [slug, []]))
  const byTag = new Map<Tag, ArticleCard[]>()
  const byAuthor = new Map<string, ArticleCard[]>()
  const add = <Key>(lists: Map<Key, ArticleCard[]>, key: Key, card: ArticleCard) => {
    const list = lists.get(key)
    if (list) list.push(card)
    else lists.set(key, [card])
  }
  for (const card of cards) {
    for (const category of categorySlugs) {
      if (standsIn(card, category)) add(byCategory, category, card)
    }
    for (const tag of card.tags) add(byTag, tag, card)
    for (const author of card.authors) add(byAuthor, author.slug, card)
  }
  return {
    newestFirst: cards as readonly ArticleCard[],
    bySlug: new Map(cards.map((card) => [card.slug, card])),
    inCategory: (category: CategorySlug) => byCategory.get(category) ?? [],
    withTag: (tag: Tag) => byTag.get(tag) ?? [],
    by: (author: string) => byAuthor.get(author) ?? [],
    authors: [...mirror.authors.values()].sort((one, other) => (one.slug < other.slug ? -1 : 1)),
    pages: [...mirror.pages.values()],
    events: [...mirror.events.values()].sort(
      (one, other) => other.startsAt.getTime() - one.startsAt.getTime(),
    ),
    front: mirror.front.get('home') ?? null,
  }
}

export type Publication = ReturnType<typeof load>

let loaded: Publication | undefined

/** Loaded once a build; the development server loads it again with its modules. */
export function publication(): Publication {
  loaded ??= load()
  return loaded
}

/** The part of an article that its page may carry. The rest of a closed one is sealed instead. */
export function openPart(article: Pick<ArticleCard, 'bodyFile' | 'access'>): {
  leadIn: string
  rest: string | null
  closedWritingSystems: readonly WritingSystem[]
} {
  const { leadIn, rest } = readBody(state, article)
  return article.access === 'public'
    ? { leadIn, rest, closedWritingSystems: [] }
    : { leadIn, rest: null, closedWritingSystems: writingSystemsIn(rest) }
}
