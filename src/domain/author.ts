/** What is said of an author where little is known of them. */
import { type Dye, dyes } from './category.ts'

/** What of an author stands beside the name. */
type Standing = { readonly role?: string | undefined; readonly place?: string | undefined }

/** “Colombo correspondent, Colombo”; what is not known is left out, and may leave nothing. */
export function authorStanding({ role, place }: Standing): string {
  return [role, place].filter(Boolean).join(', ')
}

/** One sentence for machines and for cards beside links. */
export function authorInOneSentence(
  { name, role, place }: Standing & { readonly name: string },
  publication: string,
): string {
  if (!role) return `${name} writes for ${publication}${place ? `, from ${place}` : ''}.`
  return `${name}, ${role} of ${publication}${place ? `, ${place}` : ''}.`
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first letters of the first and the last name, as they are written: “RA”, “म”. */
export function authorInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}’']+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words.slice(0, 1)
  return ends
    .map((word) => letters.segment(word)[Symbol.iterator]().next().value!.segment.toUpperCase())
    .join('')
}

/** The dye that an author's initials are printed in: one for life, because the slug is. */
export function authorDye(slug: string): Dye {
  let sum = 0
  for (let index = 0; index < slug.length; index++) sum = (sum * 31 + slug.charCodeAt(index)) >>> 0
  return dyes[sum % dyes.length]!
}
