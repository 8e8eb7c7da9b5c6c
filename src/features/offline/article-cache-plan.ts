export const maxCachedArticles = 50

/** Milliseconds; an older copy may have been corrected or withdrawn since. */
const maxAge = 24 * 60 * 60 * 1000

export type CachedArticle = {
  readonly slug: string
  readonly cachedAt: number
  /** Whether the copy includes the closed part, if there is one. */
  readonly isComplete: boolean
}

/** `saved` is newest first, and so is the result. */
export function planArticleCache(
  saved: readonly string[],
  cached: readonly CachedArticle[],
  {
    isEntitled,
    canRefresh,
    now,
  }: {
    readonly isEntitled: boolean
    /** Whether the connection is good enough for refreshing copies. */
    readonly canRefresh: boolean
    readonly now: number
  },
): { readonly slugsToFetch: readonly string[]; readonly slugsToRemove: readonly string[] } {
  const wantedSlugs = new Set(saved.slice(0, maxCachedArticles))
  const bySlug = new Map(cached.map((article) => [article.slug, article]))
  const isStale = (slug: string) => {
    const article = bySlug.get(slug)
    if (!article || (isEntitled && !article.isComplete)) return true
    return canRefresh && Math.abs(now - article.cachedAt) > maxAge
  }
  return {
    slugsToFetch: [...wantedSlugs].filter(isStale),
    slugsToRemove: [...bySlug.keys()].filter((slug) => !wantedSlugs.has(slug)),
  }
}
