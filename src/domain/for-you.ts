/**
 * Which stories of a short list a reader is likely to want, by what they have said they like, and by
 * nothing else: not by what they have read, and not by what others read.
 */
import { hasLikings, type Likings } from './answers.ts'
import { type CategorySlug, categorySlugs } from './category.ts'
import { type Tag, tagSlugs } from './tag.ts'

export type Choosable = {
  readonly slug: string
  /** Every one that it stands in, its own first. */
  readonly categories: readonly CategorySlug[]
  readonly tags: readonly Tag[]
  /** Slugs of its writers. */
  readonly by: readonly string[]
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Of every category and tag as many as fill the shelf of a reader who likes nothing else. */
const ofEach = 4

/** Enough of the newest that whoever likes several things is not told of the oldest. */
const newest = 40

/** The short list out of everything: what any reader may be chosen stories from. */
export function worthChoosing<Story extends Choosable>(
  newestFirst: readonly Story[],
): readonly Story[] {
  const missing = new Map<CategorySlug | Tag, number>(
    [...categorySlugs, ...tagSlugs].map((topic) => [topic, ofEach]),
  )
  return newestFirst.filter((story, place) => {
    let isMissing = false
    for (const topic of [...story.categories, ...story.tags]) {
      const open = missing.get(topic)!
      if (open > 0) isMissing = true
      missing.set(topic, open - 1)
    }
    return place < newest || isMissing
  })
}

const fortnight = 14 * 24 * 60 * 60 * 1000

function interest(story: Choosable, { categories, tags, authors }: Likings): number {
  const writer = story.by.some((author) => authors.includes(author)) ? 2 : 0
  const subject = story.categories.some((category) => categories.includes(category)) ? 1 : 0
  const place = story.tags.some((tag) => tags.includes(tag)) ? 1 : 0
  return writer + subject + place
}

/**
 * At most `room` stories, what they are likeliest to want first: a writer whom they follow counts as
 * much as two topics, and all of it half as much after a fortnight. Half of them at most come from
 * one category as long as others are liked as well. Never one that nothing speaks for.
 */
export function chooseForYou<Story extends Choosable>(
  newestFirst: readonly Story[],
  likings: Likings,
  { room, without }: { readonly room: number; readonly without: ReadonlySet<string> },
): readonly Story[] {
  if (!hasLikings(likings)) return []
  const latest = newestFirst[0]?.at ?? 0
  const ranked = newestFirst
    .filter(({ slug }) => !without.has(slug))
    .map((story) => {
      const age = (latest - story.at) / fortnight
      return { story, weight: interest(story, likings) / (1 + age) }
    })
    .filter(({ weight }) => weight > 0)
    // A stable sort: what weighs the same stays newest first.
    .sort((one, other) => other.weight - one.weight)
    .map(({ story }) => story)
  const counts = new Map<CategorySlug, number>()
  const varied = ranked.filter(({ categories: [own] }) => {
    const count = (counts.get(own!) ?? 0) + 1
    counts.set(own!, count)
    return count <= room / 2
  })
  const others = ranked.filter((story) => !varied.includes(story))
  return [...varied, ...others].slice(0, room)
}
