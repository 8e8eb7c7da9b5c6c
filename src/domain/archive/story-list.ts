/**
 * Chooses the stories that a page lists: for the build, which has no changes, and for the Worker, which applies the
 * changes since the build.
 */
import type { CategorySlug } from '../category.ts'
import type { Placements } from '../publication.ts'
import { type ArchivePage, paginateFromOldest } from './archive-pages.ts'

/** The subject that a list's stories have in common. */
export type StoryListSubject =
  | { readonly kind: 'front' | 'latest' | 'news' }
  | { readonly kind: 'category'; readonly slug: CategorySlug }
  | { readonly kind: 'tag' | 'author'; readonly slug: string }

type ListedStory = { readonly slug: string; readonly publishedAt: Date }

export type StoryListModel<Story> = {
  /** Newest first: what the page shows, and possibly some more, which replace withdrawn stories. */
  readonly stories: readonly Story[]
  /** Whether the list contains the oldest stories too. */
  readonly isWhole: boolean
  /** The number of stories on an archive's first page, and the newest numbered page if there is one. */
  readonly archive?: { readonly size: number; readonly older?: number | undefined } | undefined
  /** Older stories that editors have placed on the archive's first page. */
  readonly placed?: readonly Story[] | undefined
}

export type StoryListChanges<Story> = {
  /** Slugs of removed stories. */
  readonly removed: ReadonlySet<string>
  /** Keyed by slug: new stories, and stories that were read again. */
  readonly replaced: ReadonlyMap<string, Story>
  /** Slugs of the stories now placed in the list by editors, from `listPlaced`. */
  readonly placed: readonly string[]
}

/** The list without any changes, as in the build. */
export const listUnchanged = <Story extends ListedStory>(
  model: StoryListModel<Story>,
  placed: readonly string[],
): StoryList<Story> => list(model, { removed: new Set(), replaced: new Map(), placed })

export type StoryList<Story> = {
  /** Newest first and complete: the front page and feeds choose from them. */
  readonly stories: readonly Story[]
  /** An archive's first page. */
  readonly page: ArchivePage<Story>
}

/** The maximum number of stories on one page, after hundreds were published without a build. */
const maxShown = 100

export const compareNewestFirst = (one: ListedStory, other: ListedStory): number =>
  other.publishedAt.getTime() - one.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1)

/** Whether a category's pin is still valid. */
export const isPinned = ({ until }: { readonly until: Date }, now: Date) => until > now

/**
 * Returns the slugs of the stories that editors have placed on the front page, or currently at the top of an archive.
 */
export function listPlaced(
  subject: StoryListSubject,
  front: Placements | null,
  now: Date,
): readonly string[] {
  if (front && subject.kind === 'category') {
    return front.categoryPins
      .filter((pin) => pin.category === subject.slug && isPinned(pin, now))
      .map(({ slug }) => slug)
  }
  if (!front || subject.kind !== 'front') return []
  return [...(front.lead ? [front.lead] : []), ...front.order, ...front.pins]
}

/** `minLength` is the minimum number of stories, if there are that many. */
export function createArchiveModel<Story>(
  newestFirst: readonly Story[],
  minLength = 0,
): StoryListModel<Story> {
  const { items, older } = paginateFromOldest(newestFirst)[0]!
  const stories = newestFirst.slice(0, Math.max(items.length, minLength))
  return {
    stories,
    isWhole: stories.length === newestFirst.length,
    archive: { size: items.length, older },
  }
}

/** Lists stories, but leaves numbered pages and their count to the build. */
export function list<Story extends ListedStory>(
  { stories: built, archive, placed: placedOlder = [] }: StoryListModel<Story>,
  { removed, replaced, placed }: StoryListChanges<Story>,
): StoryList<Story> {
  const isKept = ({ slug }: Story) => !removed.has(slug) && !replaced.has(slug)
  const kept = built.filter(isKept)
  const stories =
    replaced.size > 0 ? [...kept, ...replaced.values()].sort(compareNewestFirst) : kept
  const older = archive?.older
  const oldest = older === undefined || !archive ? undefined : built[archive.size - 1]
  const all = [...stories, ...placedOlder.filter(isKept)]
  const first = placed.flatMap((slug) => all.find((story) => story.slug === slug) ?? [])
  const others = stories.filter(
    (story) =>
      !first.includes(story) &&
      (!oldest || story.slug === oldest.slug || compareNewestFirst(story, oldest) < 0),
  )
  const items = [...first, ...others].slice(0, maxShown)
  return { stories, page: { number: null, items, newer: undefined, older } }
}

/** Returns the name of the list's file for the Worker. */
export const getListName = (subject: StoryListSubject): string =>
  'slug' in subject ? `${subject.kind}/${subject.slug}` : subject.kind
