import { compareNewestFirst } from '../domain/archive/story-list.ts'
import { isListedIn } from '../domain/article.ts'
import { type CategorySlug, categorySlugs } from '../domain/category.ts'
import type { IssueStory } from '../domain/issue/issue.ts'
import { findTags, type Tag } from '../domain/tag.ts'
import {
  detectClosedWritingSystems,
  detectWritingSystems,
  type WritingSystem,
} from '../domain/writing-system.ts'
import { readBuildEnvironment } from './build-environment.ts'
import {
  type ArticleCopy,
  type AuthorCopy,
  computeDigest,
  type IssueCopy,
  lastSavedContentCopy,
  listTags,
  readBody,
} from './content-copy.ts'
import { createStoryFinder } from './find-story.ts'

export type ArticleCard = Omit<ArticleCopy, 'authors' | 'tags'> & {
  readonly authors: AuthorCopy[]
  readonly tags: readonly Tag[]
}

/** A story as shown in an issue of The Weekly. */
type IssueEntry = { readonly story: ArticleCard; readonly line: string }

export type PublishedIssue = Omit<IssueCopy, 'closedHtml' | 'lead' | 'stories' | 'missed'> & {
  /** Null if the lead story was withdrawn. */
  readonly lead: IssueEntry | null
  readonly stories: readonly IssueEntry[]
  readonly missed: IssueEntry | null
  readonly hasClosedPart: boolean
  readonly closedWritingSystems: readonly WritingSystem[]
}

const state = readBuildEnvironment().BUILD_STATE

function readPublication() {
  const contentCopy = lastSavedContentCopy(state)
  if (!contentCopy) throw new Error('No content found. Run “npm run build”, which fetches it.')
  const newestFirst = [...contentCopy.articles.values()].sort(compareNewestFirst)
  const bylines = new Map<string, { authors: AuthorCopy[]; digest: string }>()
  // Cached, because thousands of articles share a few hundred bylines.
  const findByline = (slugs: readonly string[]) => {
    const key = slugs.join()
    const cachedByline = bylines.get(key)
    if (cachedByline) return cachedByline
    const authors = slugs.flatMap((slug) => contentCopy.authors.get(slug) ?? [])
    const byline = { authors, digest: computeDigest(authors.map((author) => author.digest)) }
    bylines.set(key, byline)
    return byline
  }
  const cards = newestFirst.map((article): ArticleCard => {
    const { authors, digest } = findByline(article.authors)
    // A card changes when its authors do.
    const tags = findTags(article.tags, contentCopy.tags)
    return { ...article, authors, tags, digest: article.digest.slice(0, 16) + digest.slice(0, 8) }
  })
  const byCategory = new Map<CategorySlug, ArticleCard[]>(categorySlugs.map((slug) => [slug, []]))
  const byTag = new Map<string, ArticleCard[]>()
  const byAuthor = new Map<string, ArticleCard[]>()
  const addToList = <Key>(lists: Map<Key, ArticleCard[]>, key: Key, card: ArticleCard) => {
    const list = lists.get(key)
    if (list) list.push(card)
    else lists.set(key, [card])
  }
  for (const card of cards) {
    for (const category of categorySlugs) {
      if (isListedIn(card, category)) addToList(byCategory, category, card)
    }
    for (const tag of card.tags) addToList(byTag, tag.slug, card)
    for (const author of card.authors) addToList(byAuthor, author.slug, card)
  }
  const bySlug = new Map(cards.map((card) => [card.slug, card]))
  const findStory = createStoryFinder(bySlug, contentCopy.redirects.values())
  const toEntry = ({ slug, line }: IssueStory): IssueEntry[] => {
    const story = findStory(slug)
    return story ? [{ story, line: line ?? story.dek }] : []
  }
  const toIssue = ({ closedHtml, ...issue }: IssueCopy): PublishedIssue => ({
    ...issue,
    lead: toEntry(issue.lead)[0] ?? null,
    stories: issue.stories.flatMap(toEntry),
    missed: (issue.missed && toEntry(issue.missed)[0]) ?? null,
    hasClosedPart: closedHtml !== '',
    closedWritingSystems: detectWritingSystems(closedHtml),
  })
  return {
    newestFirst: cards as readonly ArticleCard[],
    bySlug,
    findByCategory: (category: CategorySlug) => byCategory.get(category) ?? [],
    findByTag: (tag: string) => byTag.get(tag) ?? [],
    findByAuthor: (author: string) => byAuthor.get(author) ?? [],
    authors: [...contentCopy.authors.values()].sort((one, other) =>
      one.slug < other.slug ? -1 : 1,
    ),
    tags: listTags(contentCopy),
    // If a story and a page have the same address, the story replaces the page.
    pages: [...contentCopy.pages.values()].filter(({ slug }) => !bySlug.has(slug)),
    events: [...contentCopy.events.values()].sort(
      (one, other) => other.startsAt.getTime() - one.startsAt.getTime(),
    ),
    /** Lists issues, newest first. */
    issues: [...contentCopy.issues.values()]
      .sort((one, other) => (one.date < other.date ? 1 : -1))
      .map(toIssue),
    front: contentCopy.front.get('home') ?? null,
  }
}

export type Publication = ReturnType<typeof readPublication>

let cached: Publication | undefined

/** The publication is loaded once per build; the development server reloads this module. */
export function loadPublication(): Publication {
  cached ??= readPublication()
  return cached
}

/** Returns the part of an article that its page may contain. The rest of a closed article is encrypted. */
export function readOpenPart(article: Pick<ArticleCard, 'bodyPlace' | 'access'>): {
  freePreview: string
  body: string | null
  closedWritingSystems: readonly WritingSystem[]
} {
  const { freePreview, rest } = readBody(state, article)
  return article.access === 'public'
    ? { freePreview, body: rest, closedWritingSystems: [] }
    : {
        freePreview,
        body: null,
        closedWritingSystems: detectClosedWritingSystems(freePreview, rest),
      }
}
