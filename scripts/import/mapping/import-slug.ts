/** Creates slugs for imported posts: valid, unused, readable, and the same in every run. */
import { decodePercentEncoding } from '../../../src/domain/percent-encoding.ts'
import { reservedSlugs, slugPattern } from '../../../src/domain/slug.ts'

/** Leaves room for the suffix of a duplicate. */
const maxLength = 110
const maxSlugLength = 120

/** Latin letters that Unicode doesn't decompose. */
const asciiLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ſ: 's',
}

/** Null for an empty slug, and if more letters would be lost than kept: half a name misleads. */
export function toSlug(source: string): string | null {
  const ascii = decodePercentEncoding(source)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[’'ʼ]/g, '')
    .replace(/\p{Script=Latin}/gu, (letter) => asciiLetters[letter] ?? letter)
  const keptCount = ascii.match(/[a-z]/g)?.length ?? 0
  const lostCount = ascii.match(/\p{L}/gu)?.filter((letter) => !/[a-z]/.test(letter)).length ?? 0
  if (lostCount > keptCount) return null
  const words = ascii
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  const slug =
    words.length <= maxLength ? words : words.slice(0, maxLength + 1).replace(/-[^-]*$|.$/, '')
  return slugPattern.test(slug) ? slug : null
}

export type SlugLookup = {
  has(slug: string): boolean
}

export type SluggedPost = {
  readonly kind: 'article' | 'page'
  readonly slug: string
  readonly title: string
  readonly publishedAt: Date | null
}

/** From the post's own slug, else its title, else its date. */
export function choosePreferredSlug({ slug, title, publishedAt }: SluggedPost): string {
  const day = publishedAt?.toISOString().slice(0, 10)
  return toSlug(slug) ?? toSlug(title) ?? toSlug(`story-${day ?? ''}`)!
}

/**
 * Gives every post a free slug, in this order: its own; with the year of an article or the site's name for a
 * page; with a number. A post gets its own slug before any other gets it as a suffixed one.
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
  const unassigned = preferred.filter(({ post, slug }) => !assignIfFree(post, slug))
  /** The last number tried for a slug: many duplicates must not each count from two. */
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
