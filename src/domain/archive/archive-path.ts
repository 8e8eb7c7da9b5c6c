/** Redirects other spellings of category and tag addresses: `/tag/sri-lanka` to `/tag/sriLanka`. */

import { legacyCategorySlugs } from '../../publication/sections.ts'
import { categorySlugs } from '../category.ts'
import { decodePercentEncoding } from '../percent-encoding.ts'
import type { Tag } from '../tag.ts'

type Archive = {
  readonly slug: string
  /**
   * Whether the address is from the old archive, whose pages were numbered differently, so that it redirects to the
   * first page.
   */
  readonly isLegacy: boolean
}

const spellingKey = (name: string) => name.toLowerCase().replace(/[\s_+-]+/g, '')

function indexBySpelling(
  slugs: readonly string[],
  legacySlugs: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, Archive> {
  const legacy = Object.entries(legacySlugs).map(
    ([old, slug]) => [spellingKey(old), { slug, isLegacy: true }] as const,
  )
  const current = slugs.map((slug) => [spellingKey(slug), { slug, isLegacy: false }] as const)
  return new Map<string, Archive>([...legacy, ...current])
}

const categoriesBySpelling = indexBySpelling(categorySlugs, legacyCategorySlugs)

/** Keeps a page number or feed. Returns null if the path is already correct. Accepts any path and never throws. */
export function resolveArchivePath(pathname: string, tags: readonly Tag[]): string | null {
  const [folder = '', name = '', pageOrFeed, ...furtherSegments] = pathname
    .split('/')
    .filter(Boolean)
  const kind = folder.toLowerCase()
  if (kind !== 'category' && kind !== 'tag') return null
  const archives =
    kind === 'category' ? categoriesBySpelling : indexBySpelling(tags.map(({ slug }) => slug))
  const archive = archives.get(spellingKey(decodePercentEncoding(name)))
  if (!archive || (folder === kind && name === archive.slug)) return null
  const path = `/${kind}/${archive.slug}`
  if (kind === 'category' && pageOrFeed === 'feed' && furtherSegments.length === 0)
    return `${path}/feed`
  if (pageOrFeed === undefined || pageOrFeed === '1' || archive.isLegacy) return path
  return /^[1-9]\d{0,8}$/.test(pageOrFeed) && furtherSegments.length === 0
    ? `${path}/${pageOrFeed}`
    : null
}
