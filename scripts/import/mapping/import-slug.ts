/** Creates slugs for imported posts: valid, unused, readable, and the same in every run. */

import { toSlug } from '../../../src/content/readable-slug.ts'
import { toLatinSlug } from '../../../src/domain/latin-slug.ts'
import { reservedSlugs } from '../../../src/domain/slug.ts'

const maxSlugLength = 120

export type SlugLookup = {
  has(slug: string): boolean
}

export type SluggedPost = {
  readonly kind: 'article' | 'page'
  readonly slug: string
  readonly title: string
  readonly publishedAt: Date | null
  /** True if the post had the address of this slug at the source too. */
  readonly isAtSlug?: boolean
}

/** Chooses the post's own slug, else its title, as written or else in Latin letters; else its date. */
export function choosePreferredSlug({ slug, title, publishedAt }: SluggedPost): string {
  const day = publishedAt?.toISOString().slice(0, 10)
  const written = toLatinSlug(slug) ?? toLatinSlug(title)
  return written ?? toSlug(slug) ?? toSlug(title) ?? toSlug(`story-${day ?? ''}`)!
}

/**
 * Gives every post a free slug, in this order: its own; with the year of an article or the site's name for a page; with
 * a number. A post's own slug has precedence over suffixed ones, first for the post whose address it was.
 */
export function assignFreeSlugs<Post extends SluggedPost>(
  posts: readonly Post[],
  takenSlugs: SlugLookup,
  siteName: string | null,
): ReadonlyMap<Post, string> {
  const assigned = new Map<Post, string>()
  const used = new Set<string>()
  const assignIfFree = (post: Post, slug: string) => {
    if (slug.length > maxSlugLength || reservedSlugs.has(slug)) return false
    if (takenSlugs.has(slug) || used.has(slug)) return false
    assigned.set(post, slug)
    used.add(slug)
    return true
  }
  const preferred = posts.map((post) => ({ post, slug: choosePreferredSlug(post) }))
  // The page at /about gets its slug before /ur/about, a page in another language.
  const first = preferred.filter(({ post }) => post.isAtSlug)
  for (const { post, slug } of first) assignIfFree(post, slug)
  const unassigned = preferred.filter(
    ({ post, slug }) => !assigned.has(post) && !assignIfFree(post, slug),
  )
  /** The last number tried for each slug, so that many duplicates don't each count from two. */
  const numbers = new Map<string, number>()
  for (const { post, slug } of unassigned) {
    const year = post.publishedAt && /^\d{4}/.exec(post.publishedAt.toISOString())?.[0]
    const suffix = post.kind === 'page' ? siteName : year
    if (suffix && !slug.endsWith(`-${suffix}`) && assignIfFree(post, `${slug}-${suffix}`)) continue
    let number = numbers.get(slug) ?? 1
    do number++
    while (!assignIfFree(post, `${slug}-${number}`))
    numbers.set(slug, number)
  }
  return assigned
}
