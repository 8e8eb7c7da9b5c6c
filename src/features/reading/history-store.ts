/** The list of what the reader has read, on the page that shows it: taken away at once, and put back where that failed. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import type { ReadingItem } from '../../contracts/reading.ts'
import type { Result } from '../../domain/result.ts'

type Articles = readonly ReadingItem[]

export type History =
  | { readonly state: 'loading' }
  | { readonly state: 'away'; readonly message: string }
  | { readonly state: 'here'; readonly articles: Articles; readonly problem: string }

export type HistoryDependencies = {
  readonly fetchReading: () => Promise<Result<Articles, ApiFailure>>
  /** `left` is what the list is then. */
  readonly forget: (slug: string, left: Articles) => Promise<Result<void, ApiFailure>>
  readonly forgetAll: () => Promise<Result<void, ApiFailure>>
}

export type HistoryStore = {
  readonly $history: ReadableAtom<History>
  load(): Promise<void>
  remove(slug: string): Promise<void>
  clear(): Promise<void>
}

export function createHistoryStore(dependencies: HistoryDependencies): HistoryStore {
  const $current = atom<History>({ state: 'loading' })
  const articlesNow = () => {
    const now = $current.get()
    return now.state === 'here' ? now.articles : []
  }
  const show = (articles: Articles, problem = '') =>
    $current.set({ state: 'here', articles, problem })

  return {
    $history: computed($current, (history) => history),

    async load() {
      $current.set({ state: 'loading' })
      const found = await dependencies.fetchReading()
      if (found.ok) show(found.value)
      else $current.set({ state: 'away', message: found.failure.message })
    },

    async remove(slug) {
      const before = articlesNow()
      const article = before.find((candidate) => candidate.slug === slug)
      // Pressed twice, it is gone already.
      if (!article) return
      show(before.filter((candidate) => candidate !== article))
      const done = await dependencies.forget(slug, articlesNow())
      if (done.ok) return
      // Others may have gone meanwhile: this one comes back among those that are left.
      const left = new Set([...articlesNow(), article])
      show(
        before.filter((candidate) => left.has(candidate)),
        done.failure.message,
      )
    },

    async clear() {
      const before = articlesNow()
      if (before.length === 0) return
      show([])
      const done = await dependencies.forgetAll()
      if (!done.ok) show(before, done.failure.message)
    },
  }
}
