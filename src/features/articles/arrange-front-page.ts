/** Selects the front page's stories: the editors' choices first, then the newest. */
import { isListedIn } from '../../domain/article.ts'
import type { CategorySlug } from '../../domain/category.ts'
import type { Front } from '../../domain/publication.ts'
import type { Story } from './story.ts'

export type FrontPage<S extends Story> = {
  readonly lead: S | undefined
  readonly tier: readonly S[]
  readonly latest: readonly S[]
  readonly sections: ReadonlyMap<CategorySlug, readonly S[]>
}

export type FrontPageLayout = {
  readonly tier: number
  readonly latest: number
  /** Sections in the order in which their stories are chosen. */
  readonly sections: readonly (readonly [CategorySlug, number])[]
}

/** No story appears twice. The feed's are chosen first, so that it has the newest; empty sections are dropped. */
export function arrangeFrontPage<S extends Story>(
  newestFirst: readonly S[],
  front: Pick<Front, 'lead' | 'order' | 'pins'> | null,
  layout: FrontPageLayout,
): FrontPage<S> {
  const findStories = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => newestFirst.find((story) => story.slug === slug) ?? [])
  const placedStories = new Set<S>()
  const takeStories = (
    candidates: Iterable<S>,
    count: number,
    isEligible: (story: S) => boolean = () => true,
  ): S[] => {
    const taken: S[] = []
    for (const story of candidates) {
      if (taken.length >= count) break
      if (placedStories.has(story) || !isEligible(story)) continue
      placedStories.add(story)
      taken.push(story)
    }
    return taken
  }

  const pins = findStories(front?.pins ?? [])
  const [lead] = takeStories([...findStories(front?.lead ? [front.lead] : []), ...newestFirst], 1)
  // A pinned story stays in its section, even if it is new enough for the feed.
  const unpinned = newestFirst.filter((story) => !pins.includes(story))
  const tier = takeStories([...findStories(front?.order ?? []), ...unpinned], layout.tier)

  const latest = takeStories(unpinned, layout.latest)
  const sections = new Map<CategorySlug, readonly S[]>()
  for (const [category, count] of layout.sections) {
    const isInSection = (story: S) => isListedIn(story, category)
    const stories = takeStories([...pins, ...newestFirst], count, isInSection)
    if (stories.length > 0) sections.set(category, stories)
  }
  return { lead, tier, latest, sections }
}
