import type { ApiFailure, ApiResult } from '../../../browser/api.ts'
import { failure, flushPromises } from '../../../browser/testing/call-fakes.ts'
import type { SavedArticle } from '../../../contracts/endpoints/saved-articles-endpoints.ts'
import { succeed } from '../../../domain/result.ts'
import type { SavedDeps } from '../saved-store.ts'

export const createSavedArticle = (slug: string, savedAt: string): SavedArticle => ({
  state: 'unavailable',
  slug,
  savedAt,
  title: slug,
})

/** A server whose calls can be held and can fail. */
export class FakeSavedServer {
  items: SavedArticle[] = []
  readonly calls: string[] = []
  /** The code with which the next call fails. */
  broken: ApiFailure['code'] | null = null
  readonly held: (() => void)[] = []
  holds = false

  async #answer<Value>(call: string, act: () => Value): Promise<ApiResult<Value>> {
    this.calls.push(call)
    const { broken } = this
    const value = broken ? null : act()
    if (this.holds) await new Promise<void>((resolve) => this.held.push(resolve))
    return broken ? failure(broken) : succeed(value as Value)
  }
  list = () => this.#answer('list', () => ({ saved: [...this.items] }))
  save: SavedDeps['save'] = ({ slug, savedAt = '2026-11-20' }) =>
    this.#answer(`save ${slug}`, () => {
      const before = this.items.find((other) => other.slug === slug)
      const saved = before ?? createSavedArticle(slug, savedAt)
      if (!before) this.items.push(saved)
      this.items.sort((one, other) => (one.savedAt < other.savedAt ? 1 : -1))
      return saved
    })
  remove = (slug: string) =>
    this.#answer(`remove ${slug}`, () => {
      this.items = this.items.filter((other) => other.slug !== slug)
    })
  async release() {
    this.holds = false
    for (const go of this.held.splice(0)) go()
    await flushPromises()
  }
}
