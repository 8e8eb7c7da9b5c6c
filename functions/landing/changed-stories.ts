/** Stories changed since the build, as landing pages show them: public parts only. */
import type { LandingStory } from '../../src/contracts/site-files/landing.ts'
import { type ArticleSource, loadPublished, loadStory } from '../articles/load-article.ts'
import { createLruCache } from '../platform/lru-cache.ts'

const maxCached = 500

type LoadedStories = {
  /** Null for a story that isn't published or is malformed. */
  readonly stories: ReadonlyMap<string, LandingStory | null>
  /** Whether Firestore returned every story. */
  readonly isComplete: boolean
}

/** Costs one read per story, author and tag, once per change and isolate. */
export type LoadChangedStories = (
  /** Keyed by slug. */
  changedAt: ReadonlyMap<string, Date>,
) => Promise<LoadedStories>

export function createChangedStories(services: ArticleSource): LoadChangedStories {
  const cache = createLruCache<string, { readonly story: LandingStory | null }>(maxCached, () => 1)

  /** Returns undefined if Firestore is unavailable. */
  async function load(slug: string, changedAt: Date): Promise<LandingStory | null | undefined> {
    const key = `${slug} ${changedAt.getTime()}`
    const cached = cache.get(key)
    if (cached) return cached.story
    const story = await read(slug)
    if (story !== undefined) cache.set(key, { story })
    return story
  }

  async function read(slug: string): Promise<LandingStory | null | undefined> {
    const loaded = await loadPublished(services, slug)
    if (!loaded.ok) return undefined
    if (!loaded.value) return null
    const story = await loadStory(services, slug, loaded.value)
    if (!story.ok) return undefined
    const { article, freePreview } = story.value
    const authors = article.authors.map(({ html: _, ...author }) => author)
    return { ...article, tags: [...article.tags], authors, freePreview }
  }

  return async (changedAt) => {
    const loaded = await Promise.all(
      [...changedAt].map(async ([slug, at]) => [slug, await load(slug, at)] as const),
    )
    return {
      stories: new Map(
        loaded.flatMap(([slug, story]) => (story === undefined ? [] : [[slug, story]])),
      ),
      isComplete: loaded.every(([, story]) => story !== undefined),
    }
  }
}
