/** Removals show immediately, and are undone if they fail. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiResult } from '../../browser/api.ts'
import type { ReadingHistoryItem } from '../../contracts/endpoints/reading-history-endpoints.ts'

type Articles = readonly ReadingHistoryItem[]

type HistoryState =
  | { readonly state: 'loading' }
  | { readonly state: 'unavailable'; readonly message: string }
  | { readonly state: 'loaded'; readonly articles: Articles; readonly problem: string }

export type HistoryDeps = {
  readonly fetchHistory: () => Promise<ApiResult<Articles>>
  /** `remaining` is the list without the article. */
  readonly deleteArticle: (slug: string, remaining: Articles) => Promise<ApiResult<void>>
  readonly deleteAll: () => Promise<ApiResult<void>>
}

export function createHistoryStore(deps: HistoryDeps) {
  const $current = atom<HistoryState>({ state: 'loading' })
  const getArticles = () => {
    const now = $current.get()
    return now.state === 'loaded' ? now.articles : []
  }
  const show = (articles: Articles, problem = '') =>
    $current.set({ state: 'loaded', articles, problem })

  return {
    $history: computed($current, (history) => history) as ReadableAtom<HistoryState>,

    async load() {
      $current.set({ state: 'loading' })
      const response = await deps.fetchHistory()
      if (response.ok) show(response.value)
      else $current.set({ state: 'unavailable', message: response.failure.message })
    },

    async remove(slug: string) {
      const previousArticles = getArticles()
      const article = previousArticles.find((candidate) => candidate.slug === slug)
      // The article is already gone after a second press.
      if (!article) return
      show(previousArticles.filter((candidate) => candidate !== article))
      const result = await deps.deleteArticle(slug, getArticles())
      if (result.ok) return
      // Other articles may have been removed since, so this article is inserted among the remaining ones.
      const remaining = new Set([...getArticles(), article])
      show(
        previousArticles.filter((candidate) => remaining.has(candidate)),
        result.failure.message,
      )
    },

    async clear() {
      const previousArticles = getArticles()
      if (previousArticles.length === 0) return
      show([])
      const result = await deps.deleteAll()
      if (!result.ok) show(previousArticles, result.failure.message)
    },
  }
}

export type HistoryStore = ReturnType<typeof createHistoryStore>
