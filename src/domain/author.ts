import { type AccentColour, accentColours } from '../publication/accent-colours.ts'

type RoleAndPlace = { readonly role?: string | undefined; readonly place?: string | undefined }

/** Returns “Colombo correspondent, Colombo”; empty if both are missing. */
export function formatRoleAndPlace({ role, place }: RoleAndPlace): string {
  return [role, place].filter(Boolean).join(', ')
}

export function describeAuthor(
  { name, role, place }: RoleAndPlace & { readonly name: string },
  publication: string,
): string {
  if (!role) return `${name} writes for ${publication}${place ? `, from ${place}` : ''}.`
  return `${name}, ${role} of ${publication}${place ? `, ${place}` : ''}.`
}

const graphemeSegmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Skips an initial apostrophe, as in “ʿAbd” and “’t Hooft”. */
function getInitial(word: string): string {
  const fromLetter = word.slice(word.search(letterOrDigit))
  return [...graphemeSegmenter.segment(fromLetter)][0]!.segment.toUpperCase()
}

const letterOrDigit = /(?!\p{Lm})[\p{L}\p{N}]/u

/** Returns the first letters of the first and the last name, as they are written: “RA”, “म”. */
export function getAuthorInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}’']+/u).filter((word) => letterOrDigit.test(word))
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words.slice(0, 1)
  return ends.map(getInitial).join('')
}

/** An author's colour never changes, because the slug doesn't. */
export function getAuthorAccentColour(slug: string): AccentColour {
  let sum = 0
  for (let index = 0; index < slug.length; index++) sum = (sum * 31 + slug.charCodeAt(index)) >>> 0
  return accentColours[sum % accentColours.length]!
}
