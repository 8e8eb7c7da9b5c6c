/** Other spellings of the addresses of categories and tags: `/tag/sri-lanka` for `/tag/sriLanka`. */
import { categorySlugs, legacyCategorySlugs } from './category.ts'
import { tagSlugs } from './tag.ts'

type Archive = {
  readonly slug: string
  /** Its pages were numbered differently, so all of them lead to the first page. */
  readonly isLegacy: boolean
}

/** Case, and what separates words, don't distinguish archives. */
const spellingKey = (name: string) => name.toLowerCase().replace(/[\s_+-]+/g, '')

function bySpelling(
  slugs: readonly string[],
  legacySlugs: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, Archive> {
  const legacy = Object.entries(legacySlugs).map(
    ([old, slug]) => [spellingKey(old), { slug, isLegacy: true }] as const,
  )
  const current = slugs.map((slug) => [spellingKey(slug), { slug, isLegacy: false }] as const)
  return new Map<string, Archive>([...legacy, ...current])
}

const archives: Readonly<Record<string, ReadonlyMap<string, Archive>>> = {
  category: bySpelling(categorySlugs, legacyCategorySlugs),
  tag: bySpelling(tagSlugs),
}

/**
 * The address of the archive that a path names in another spelling, with its page number or feed.
 * Null for a path that is spelled correctly, and for one that names no archive. Takes any path,
 * decoded or not, and never throws.
 */
export function archiveAddress(pathname: string): string | null {
  const [folder = '', name = '', more, ...others] = pathname.split('/').filter(Boolean)
  const kind = folder.toLowerCase()
  const known = Object.hasOwn(archives, kind) ? archives[kind] : undefined
  const archive = known?.get(spellingKey(decode(name)))
  if (!archive || (folder === kind && name === archive.slug)) return null
  const address = `/${kind}/${archive.slug}`
  if (kind === 'category' && more === 'feed' && others.length === 0) return `${address}/feed`
  // The first page has no number.
  if (more === undefined || more === '1' || archive.isLegacy) return address
  return /^[1-9]\d{0,8}$/.test(more) && others.length === 0 ? `${address}/${more}` : null
}

/** The text as it is where a percent sign doesn't begin an encoding. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
