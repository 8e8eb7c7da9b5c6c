/** Applies what has changed since the build to a page's list of stories. */
import {
  type FrontChoices,
  frontStoriesPerCategory,
  type LandingList,
  type LandingStory,
} from '../../src/contracts/site-files/landing.ts'
import { isListedIn } from '../../src/domain/article.ts'
import { categorySlugs } from '../../src/domain/category.ts'
import type { Change, Place } from '../publishing/recent-changes.ts'
import type { LandingSubject } from './landing-path.ts'

/** Changed stories that are read for one page, the newest first. The others stay as they were built. */
export const maxReplaced = 40

/** By slug: a story that isn't in the list any longer, or one to read again. */
export type Effects = ReadonlyMap<string, Effect>
type Effect = { readonly kind: 'remove' | 'replace'; readonly updatedAt: Date }

type Belongs = (slug: string, place: Place) => boolean

const isNotOlder = (place: Place, oldest: Pick<LandingStory, 'publishedAt'> | undefined) =>
  oldest === undefined || place.publishedAt >= oldest.publishedAt

function isAbout(subject: LandingSubject, place: Place): boolean {
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

export const listChosen = (front: FrontChoices | null): readonly string[] =>
  front ? [...(front.lead ? [front.lead] : []), ...front.order, ...front.pins] : []

/** Older stories than the list's are on numbered pages, which wait for the build. */
function createBelongs(
  subject: LandingSubject,
  { stories, isWhole }: LandingList,
  front: FrontChoices | null,
): Belongs {
  if (subject.kind !== 'front') {
    const oldest = isWhole ? undefined : stories.at(-1)
    return (_, place) => isAbout(subject, place) && isNotOlder(place, oldest)
  }
  const chosen = new Set(listChosen(front))
  const oldestInCategory = categorySlugs.map((category) => {
    const listed = stories.filter((story) => isListedIn(story, category))
    return [category, listed[frontStoriesPerCategory - 1]] as const
  })
  return (slug, place) =>
    chosen.has(slug) ||
    oldestInCategory.some(
      ([category, oldest]) => isListedIn(place, category) && isNotOlder(place, oldest),
    )
}

/** Only what concerns this list. A published article that can't be read is left out, as in the build. */
export function findEffects(
  subject: LandingSubject,
  list: LandingList,
  front: FrontChoices | null,
  changes: ReadonlyMap<string, Change>,
): Effects {
  const listed = new Set(list.stories.map(({ slug }) => slug))
  // Editors can choose an older story, which isn't in the list.
  const chosen = new Set(listChosen(front))
  const belongs = createBelongs(subject, list, front)
  const removed: [string, Date][] = []
  const replaced: [string, Change & { readonly place: Place }][] = []
  for (const [slug, { place, ...change }] of changes) {
    if (change.status !== 'published') {
      if (listed.has(slug) || chosen.has(slug)) removed.push([slug, change.updatedAt])
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

/** Newest first, like the build. A malformed story (null) is left out; one that wasn't read stays as it was built. */
export function applyEffects(
  stories: readonly LandingStory[],
  effects: Effects,
  loaded: ReadonlyMap<string, LandingStory | null>,
): LandingStory[] {
  const kept = stories.filter(
    ({ slug }) => effects.get(slug)?.kind !== 'remove' && !loaded.has(slug),
  )
  return [...kept, ...[...loaded.values()].filter((story) => story !== null)].sort(
    (one, other) =>
      other.publishedAt.getTime() - one.publishedAt.getTime() || (one.slug < other.slug ? -1 : 1),
  )
}
