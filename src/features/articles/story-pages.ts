/** Which stories have a page in the site, and what each page shows. The Worker renders the pages of older ones. */
import { readBuildEnvironment } from '../../content/build-environment.ts'
import { type ArticleCard, loadPublication } from '../../content/publication-queries.ts'
import { countOlderStories } from '../../domain/archive/older-stories.ts'
import { categorySlugs } from '../../domain/category.ts'
import { pickReadNext } from './read-next.ts'

export type StoryPage = {
  readonly article: ArticleCard
  readonly readNext: readonly ArticleCard[]
  readonly cacheKey: string
}

function listStoryPages(): StoryPage[] {
  const { findByCategory } = loadPublication()
  return categorySlugs.flatMap((category) =>
    findByCategory(category).flatMap((article, index, list) => {
      // Lists also contain what editors picked from other categories.
      if (article.category !== category) return []
      const readNext = pickReadNext(list, index)
      const cacheKey = [article, ...readNext].map((story) => story.digest).join()
      return [{ article, readNext, cacheKey }]
    }),
  )
}

function splitStories() {
  const { newestFirst } = loadPublication()
  const limit = readBuildEnvironment().PRERENDERED_STORIES
  const older = countOlderStories(newestFirst.length, limit)
  const prerendered = newestFirst.length - older
  return {
    /** The oldest story with a page in the site; null if all have one. */
    model: older > 0 ? newestFirst[prerendered - 1]! : null,
    older: new Set(newestFirst.slice(prerendered)),
  }
}

export function listPrerenderedPages(): StoryPage[] {
  const { older } = splitStories()
  return listStoryPages().filter(({ article }) => !older.has(article))
}

/** Null if all stories have a page in the site. */
export function listOlderPages(): { model: ArticleCard; pages: StoryPage[] } | null {
  const { model, older } = splitStories()
  return model && { model, pages: listStoryPages().filter(({ article }) => older.has(article)) }
}
