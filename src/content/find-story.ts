import { normalisePath } from '../domain/redirect.ts'

type Redirect = { readonly from: string; readonly to: string }

/** Finds stories by their slug, and renamed stories by their earlier slugs too. */
export function createStoryFinder<Story>(
  bySlug: ReadonlyMap<string, Story>,
  redirects: Iterable<Redirect>,
): (slug: string) => Story | undefined {
  const targets = new Map([...redirects].map(({ from, to }) => [from, to]))
  return (slug) => {
    const tried = new Set<string>()
    for (let path: string | null = `/${slug}`; path !== null && !tried.has(path); ) {
      const story = bySlug.get(path.slice(1))
      if (story) return story
      tried.add(path)
      const target = targets.get(path)
      path = target === undefined ? null : normalisePath(target)
    }
    return undefined
  }
}
