/** Finds what has changed since the build in a page's list of stories. */
import {
  frontStoriesPerCategory,
  type LandingList,
  type LandingStory,
} from '../../src/contracts/site-files/landing.ts'
import type { StoryListChanges, StoryListSubject } from '../../src/domain/archive/story-list.ts'
import { isListedIn } from '../../src/domain/article.ts'
import { categorySlugs } from '../../src/domain/category.ts'
import type { Change, Place } from '../publishing/recent-changes.ts'

/** The maximum number of changed stories read for one page, the newest first. The others stay as they were built. */
export const maxReplaced = 40

/** Keyed by slug. The effect says whether the story leaves the list or has to be read again. */
export type Effects = ReadonlyMap<string, Effect>
type Effect = { readonly kind: 'remove' | 'replace'; readonly updatedAt: Date }

type Belongs = (slug: string, place: Place) => boolean

const isNotOlder = (place: Place, oldest: Pick<LandingStory, 'publishedAt'> | undefined) =>
  oldest === undefined || place.publishedAt >= oldest.publishedAt

function isAbout(subject: StoryListSubject, place: Place): boolean {
  switch (subject.kind) {
    case 'front':
    case 'latest':
    case 'news':
      return true
    case 'category':
      return isListedIn(place, subject.slug)
    case 'tag':
      return place.tags.includes(subject.slug)
    case 'author':
      return place.authors.includes(subject.slug)
  }
}

/**
 * Returns a test for whether a story belongs in the list. Stories older than the list's are on numbered pages, which
 * wait for the build.
 */
function createBelongs(
  subject: StoryListSubject,
  { stories, isWhole }: LandingList,
  placed: ReadonlySet<string>,
): Belongs {
  if (subject.kind !== 'front') {
    const oldest = isWhole ? undefined : stories.at(-1)
    return (slug, place) =>
      isAbout(subject, place) && (placed.has(slug) || isNotOlder(place, oldest))
  }
  const oldestInCategory = categorySlugs.map((category) => {
    const listed = stories.filter((story) => isListedIn(story, category))
    return [category, listed[frontStoriesPerCategory - 1]] as const
  })
  return (slug, place) =>
    placed.has(slug) ||
    // Includes stories whose category doesn't exist.
    isNotOlder(place, stories[frontStoriesPerCategory - 1]) ||
    oldestInCategory.some(
      ([category, oldest]) => isListedIn(place, category) && isNotOlder(place, oldest),
    )
}

/** Returns the slugs of the stories that the build has read for a list. */
export const listSlugs = ({ stories, placed = [] }: LandingList): ReadonlySet<string> =>
  new Set([...stories, ...placed].map(({ slug }) => slug))

/** Finds the changes that affect this list. An unreadable published article is left out, as in the build. */
export function findEffects(
  subject: StoryListSubject,
  list: LandingList,
  slugsPlaced: readonly string[],
  changes: ReadonlyMap<string, Change>,
): Effects {
  const listed = listSlugs(list)
  // Editors can place an older story that isn't in the list.
  const placed = new Set(slugsPlaced)
  const belongs = createBelongs(subject, list, placed)
  const removed: [string, Date][] = []
  const replaced: [string, Change & { readonly place: Place }][] = []
  for (const [slug, { place, ...change }] of changes) {
    if (change.status !== 'published') {
      if (listed.has(slug) || placed.has(slug)) removed.push([slug, change.updatedAt])
    } else if (place && belongs(slug, place)) {
      replaced.push([slug, { ...change, place }])
    } else if (listed.has(slug)) {
      removed.push([slug, change.updatedAt])
    }
  }
  replaced.sort(
    ([, one], [, other]) => other.place.publishedAt.getTime() - one.place.publishedAt.getTime(),
  )
  return new Map<string, Effect>([
    ...removed.map(([slug, updatedAt]) => [slug, { kind: 'remove', updatedAt }] as const),
    ...replaced
      .slice(0, maxReplaced)
      .map(([slug, { updatedAt }]) => [slug, { kind: 'replace', updatedAt }] as const),
  ])
}

/** Leaves out malformed stories (null); stories that weren't read stay as they were built. */
export function toListChanges(
  effects: Effects,
  loaded: ReadonlyMap<string, LandingStory | null>,
  placed: readonly string[],
): StoryListChanges<LandingStory> {
  const removed = new Set(
    [...effects].flatMap(([slug, { kind }]) => (kind === 'remove' ? [slug] : [])),
  )
  const replaced = new Map<string, LandingStory>()
  for (const [slug, story] of loaded) {
    if (story) replaced.set(slug, story)
    else removed.add(slug)
  }
  return { removed, replaced, placed }
}
