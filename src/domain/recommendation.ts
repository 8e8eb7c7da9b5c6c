/** Recommends stories only by the reader's chosen topics, never by what they or others have read. */

import { hasTopicPreferences, type TopicPreferences } from './preferences/preferences.ts'

export type RecommendationCandidate = {
  readonly slug: string
  /** All categories that list the story, the main one first. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** Slugs of authors. */
  readonly authors: readonly string[]
  /** The time in milliseconds since 1970. */
  readonly publishedAt: number
}

/** The number of stories that the front page recommends, for a reader with a single topic. */
const minPerTopic = 4

/** The number is large enough that a reader with several topics isn't offered old stories. */
const minNewest = 40

export function selectCandidates<Story extends RecommendationCandidate>(
  newestFirst: readonly Story[],
  /** Stories shown on the front page, which aren't recommended there again. */
  frontSlugs: ReadonlySet<string>,
): readonly Story[] {
  const missing = new Map<string, number>()
  return newestFirst.filter((story, index) => {
    let isMissing = false
    if (frontSlugs.has(story.slug)) return index < minNewest
    for (const topic of [...story.categories, ...story.tags]) {
      const missingCount = missing.get(topic) ?? minPerTopic
      if (missingCount > 0) isMissing = true
      missing.set(topic, missingCount - 1)
    }
    return index < minNewest || isMissing
  })
}

const halfWeightAge = 14 * 24 * 60 * 60 * 1000

function scoreInterest(
  story: RecommendationCandidate,
  { categories, tags, authors }: TopicPreferences,
): number {
  const writer = story.authors.some((author) => authors.includes(author)) ? 2 : 0
  const subject = categories.some((category) => story.categories.includes(category)) ? 1 : 0
  const index = story.tags.some((tag) => tags.includes(tag)) ? 1 : 0
  return writer + subject + index
}

/**
 * A followed author counts as much as two topics. The weight halves every fortnight. At most half of the stories are
 * from one category, if others match too.
 */
export function recommendStories<Story extends RecommendationCandidate>(
  newestFirst: readonly Story[],
  topicPreferences: TopicPreferences,
  {
    maxCount,
    excludedSlugs,
  }: { readonly maxCount: number; readonly excludedSlugs: ReadonlySet<string> },
): readonly Story[] {
  if (!hasTopicPreferences(topicPreferences)) return []
  const latest = newestFirst[0]?.publishedAt ?? 0
  const ranked = newestFirst
    .filter(({ slug }) => !excludedSlugs.has(slug))
    .map((story) => {
      const age = (latest - story.publishedAt) / halfWeightAge
      return { story, weight: scoreInterest(story, topicPreferences) / (1 + age) }
    })
    .filter(({ weight }) => weight > 0)
    // The sort is stable, so stories with equal weight stay newest first.
    .sort((one, other) => other.weight - one.weight)
    .map(({ story }) => story)
  const counts = new Map<string | undefined, number>()
  const varied = ranked.filter(({ categories: [mainCategory] }) => {
    const count = (counts.get(mainCategory) ?? 0) + 1
    counts.set(mainCategory, count)
    return count <= maxCount / 2
  })
  const others = ranked.filter((story) => !varied.includes(story))
  return [...varied, ...others].slice(0, maxCount)
}
