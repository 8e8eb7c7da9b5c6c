/** Rendered reader pages, and addresses without one, for a minute each: repeated views read no database. */
import { createLruCache } from '../platform/lru-cache.ts'

/** Milliseconds: how old a page can be in an isolate that hasn't changed it itself. */
export const profilePageLifetime = 60_000

/** Characters of HTML: 8 MB of the isolate's 128 MB at most. */
const maxSize = 4_000_000
/** Characters that an address without a page counts as. */
const missingSize = 100

export type RenderedProfile = {
  readonly html: string
  readonly headers: readonly (readonly [string, string])[]
}

export type ProfilePageCache = {
  /** `missing`: there is no page to show. Null if it isn't known. */
  get(handle: string): RenderedProfile | 'missing' | null
  set(handle: string, page: RenderedProfile | 'missing', readAt: number): void
  /** Called after a change. */
  forget(handle: string): void
}

export function createProfilePageCache(now: () => number): ProfilePageCache {
  type Entry = { readonly page: RenderedProfile | 'missing' | null; readonly at: number }
  const entries = createLruCache<string, Entry>(maxSize, ({ page }) =>
    page === null || page === 'missing' ? missingSize : page.html.length,
  )
  return {
    get(handle) {
      const entry = entries.get(handle)
      return entry && now() - entry.at < profilePageLifetime ? entry.page : null
    },
    set(handle, page, readAt) {
      const entry = entries.get(handle)
      // The entry was removed since it was read: the page may have changed.
      if (entry?.page === null && entry.at >= readAt) return
      entries.set(handle, { page, at: readAt })
    },
    forget: (handle) => entries.set(handle, { page: null, at: now() }),
  }
}
