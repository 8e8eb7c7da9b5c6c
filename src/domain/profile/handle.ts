/** A reader page's address: `/reader/{handle}`. */
import { z } from 'zod'
import { categorySlugs } from '../category.ts'
import { reservedSlugs, slugPattern } from '../slug.ts'
import { handleLength } from './profile-limits.ts'

/** In lower case, whatever was typed. */
export const handleSchema = z
  .string()
  .max(100)
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(z.string().min(handleLength.min).max(handleLength.max).regex(slugPattern))

export const getProfilePath = (handle: string) => `/reader/${handle}`

/** In a name too, readers would take these words for the publication's staff. */
const staffWords = [
  'admin',
  'administrator',
  'editor',
  'editorial',
  'editors',
  'moderator',
  'moderators',
  'newsroom',
  'official',
  'publisher',
  'staff',
  'support',
]
/** Addresses that a site could use itself, and words of programs. */
const otherReservedHandles =
  'about abuse account anonymous billing contact contributor contributors copyright deleted ethics help info ' +
  'legal mail new news nobody noreply null office partner payments postmaster press privacy readers report root ' +
  'security system team terms undefined unknown webmaster writer writers'

/** Without hyphens, and digits at the end: `editor-2` looks like `editor`. */
const simplify = (handle: string) => {
  const text = handle.replaceAll('-', '')
  let end = text.length
  while (end > 0 && /[0-9]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

const reservedHandles: ReadonlySet<string> = new Set(
  [...reservedSlugs, ...categorySlugs, ...staffWords, ...otherReservedHandles.split(' ')].map(
    simplify,
  ),
)

export type ReservedNames = {
  /** Not even as a part. */
  readonly publication: string
  readonly newsletter: string
  /** Names by slug. */
  readonly authors: Readonly<Record<string, string>>
}

/** Joiners and variation selectors, which a name can contain (reader-profile.ts): "ed\u200citor" reads "editor". */
const removeInvisible = (name: string) => name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** Latin letters without accents or dots, other letters as they are; nothing else. */
const foldName = (name: string) =>
  removeInvisible(name.normalize('NFKD'))
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('\u0131', 'i')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** "The Verandah" reserves "verandah" too. */
const foldTitle = (title: string) => foldName(title.replace(/^the\s+/i, ''))

export function isHandleReserved(handle: string, reserved: ReservedNames): boolean {
  const simple = simplify(handle)
  const newsletter = foldTitle(reserved.newsletter)
  return (
    reservedHandles.has(simple) ||
    simple.includes(foldTitle(reserved.publication)) ||
    simple.replace(/^the/, '') === newsletter ||
    Object.keys(reserved.authors).some((slug) => simplify(slug) === simple)
  )
}

/** Whether other readers may take this name for the publication or one of its writers. */
export function isNameReserved(name: string, reserved: ReservedNames): boolean {
  const folded = foldName(name)
  const words = removeInvisible(name.normalize('NFKC')).split(/[^\p{L}\p{M}\p{N}]+/u)
  return (
    folded.includes(foldTitle(reserved.publication)) ||
    foldTitle(name) === foldTitle(reserved.newsletter) ||
    Object.values(reserved.authors).some((author) => foldName(author) === folded) ||
    words.some((word) => staffWords.includes(foldName(word)))
  )
}
