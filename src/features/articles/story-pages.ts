/** The stories that have a page in the site, with the data each page shows. The Worker renders older stories' pages. */
import { readBuildEnvironment } from '../../content/build-environment.ts'
import { type ArticleCard, loadPublication } from '../../content/publication-queries.ts'
import { countOlderStories } from '../../domain/archive/older-stories.ts'
import { categorySlugs, findCategory } from '../../domain/category.ts'
import { pickReadNext } from './read-next.ts'

export type StoryPage = {
  readonly article: ArticleCard
  readonly readNext: readonly ArticleCard[]
  readonly cacheKey: string
}

function listStoryPages(): StoryPage[] {
  const { newestFirst, findByCategory } = loadPublication()
  const createPage = (article: ArticleCard, readNext: readonly ArticleCard[]): StoryPage => ({
    article,
    readNext,
    cacheKey: [article, ...readNext].map((story) => story.digest).join(),
  })
  const inCategories = categorySlugs.flatMap((category) =>
    findByCategory(category).flatMap((article, index, list) =>
      // Lists also contain stories that editors picked from other categories.
      article.category === category ? [createPage(article, pickReadNext(list, index))] : [],
    ),
  )
  const others = newestFirst.filter(({ category }) => !findCategory(category))
  return [...inCategories, ...others.map((article) => createPage(article, []))]
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
