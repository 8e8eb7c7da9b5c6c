/** Which stories stand where on the front page: the editor's wishes first, the newest after them. */
import { standsIn } from '../../domain/article.ts'
import type { CategorySlug } from '../../domain/category.ts'
import type { Front } from '../../domain/publication.ts'
import type { Story } from './story.ts'

export type FrontPage<S extends Story> = {
  readonly lead: S | undefined
  readonly tier: readonly S[]
  readonly latest: readonly S[]
  readonly sections: ReadonlyMap<CategorySlug, readonly S[]>
}

/** How many stories each place takes. */
export type FrontPlan = {
  readonly tier: number
  readonly latest: number
  /** In the order in which they choose. */
  readonly sections: readonly (readonly [CategorySlug, number])[]
}

/**
 * No story stands on the page twice. The feed chooses before the sections, so that it is what it
 * says; a section for which nothing is left is left out.
 */
export function arrangeFront<S extends Story>(
  newestFirst: readonly S[],
  front: Pick<Front, 'lead' | 'order' | 'pins'> | null,
  plan: FrontPlan,
): FrontPage<S> {
  const wanted = (slugs: readonly string[]) =>
    slugs.flatMap((slug) => newestFirst.find((story) => story.slug === slug) ?? [])
  const placed = new Set<S>()
  const place = (
    candidates: Iterable<S>,
    room: number,
    suits: (story: S) => boolean = () => true,
  ): S[] => {
    const chosen: S[] = []
    for (const story of candidates) {
      if (chosen.length >= room) break
      if (placed.has(story) || !suits(story)) continue
      placed.add(story)
      chosen.push(story)
    }
    return chosen
  }

  const pins = wanted(front?.pins ?? [])
  const [lead] = place([...wanted(front?.lead ? [front.lead] : []), ...newestFirst], 1)
  // A pin keeps its section's first place, so being new does not carry it off.
  const unpinned = newestFirst.filter((story) => !pins.includes(story))
  const tier = place([...wanted(front?.order ?? []), ...unpinned], plan.tier)

  const latest = place(unpinned, plan.latest)
  const sections = new Map<CategorySlug, readonly S[]>()
  for (const [category, room] of plan.sections) {
    const belongs = (story: S) => standsIn(story, category)
    const stories = place([...pins, ...newestFirst], room, belongs)
    if (stories.length > 0) sections.set(category, stories)
  }
  return { lead, tier, latest, sections }
}
