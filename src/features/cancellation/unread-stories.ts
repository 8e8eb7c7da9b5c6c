/** Chooses stories for a reader who found too little to read: by preference, then the newest from other categories. */
import type { TopicPreferences } from '../../domain/preferences/preferences.ts'
import { type RecommendationCandidate, recommendStories } from '../../domain/recommendation.ts'

/** Enough stories to fill two columns. */
export const unreadStoryCount = 6

export function selectUnread<Story extends RecommendationCandidate>(
  newestFirst: readonly Story[],
  preferences: TopicPreferences,
  read: ReadonlySet<string>,
): readonly Story[] {
  const maxCount = unreadStoryCount
  const liked = recommendStories(newestFirst, preferences, { maxCount, excludedSlugs: read })
  const others = newestFirst.filter((story) => !read.has(story.slug) && !liked.includes(story))
  const shownCategories = new Set(liked.map(({ categories: [category] }) => category))
  const varied = others.filter(({ categories: [category] }) => {
    const isNew = !shownCategories.has(category)
    shownCategories.add(category)
    return isNew
  })
  const remaining = others.filter((story) => !varied.includes(story))
  return [...liked, ...varied, ...remaining].slice(0, maxCount)
}
