/**
 * Caches rendered reader pages, and addresses without a page, for a minute each, so that repeated views don't read the
 * database.
 */
import { createLruCache } from '../platform/lru-cache.ts'

/** In milliseconds: the maximum age of a page in isolates other than the one that changed it. */
export const profilePageLifetime = 60_000

/** In characters of HTML: at most 8 MB of the isolate's 128 MB. */
const maxSize = 4_000_000
/** The number of characters that an address without a page counts as. */
const missingSize = 100

export type RenderedProfile = {
  readonly html: string
  readonly headers: readonly (readonly [string, string])[]
}

export type ProfilePageCache = {
  /** Returns `missing` if there is no page to show, and null if that is unknown. */
  get(handle: string): RenderedProfile | 'missing' | null
  set(handle: string, page: RenderedProfile | 'missing', readAt: number): void
  /** Removes a page after a change. */
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
      // The entry was removed after the page was read, so the page may have changed.
      if (entry?.page === null && entry.at >= readAt) return
      entries.set(handle, { page, at: readAt })
    },
    forget: (handle) => entries.set(handle, { page: null, at: now() }),
  }
}
