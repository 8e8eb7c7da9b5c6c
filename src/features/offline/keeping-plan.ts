/** Which saved articles have to be brought to this device, and which go. */

/** Articles on one device. */
export const keptAtMost = 50

/** Milliseconds after which a kept article is brought again: it may have been corrected, or withdrawn. */
const renewAfter = 24 * 60 * 60 * 1000

export type KeptArticle = {
  readonly slug: string
  /** Milliseconds since 1970. */
  readonly keptAt: number
  /** Whether the closed part is here, where there is one. */
  readonly isWhole: boolean
}

/** `saved` is newest first; what is brought comes in that order too. */
export function keepingPlan(
  saved: readonly string[],
  lying: readonly KeptArticle[],
  {
    isOpen,
    mayRenew,
    now,
  }: {
    /** Whether closed articles are open to the reader. */
    readonly isOpen: boolean
    /** Whether the connection is good enough for what is not urgent. */
    readonly mayRenew: boolean
    readonly now: number
  },
): { readonly bring: readonly string[]; readonly drop: readonly string[] } {
  const wanted = new Set(saved.slice(0, keptAtMost))
  const bySlug = new Map(lying.map((article) => [article.slug, article]))
  const isMissing = (slug: string) => {
    const article = bySlug.get(slug)
    if (!article || (isOpen && !article.isWhole)) return true
    return mayRenew && Math.abs(now - article.keptAt) > renewAfter
  }
  return {
    bring: [...wanted].filter(isMissing),
    drop: [...bySlug.keys()].filter((slug) => !wanted.has(slug)),
  }
}
