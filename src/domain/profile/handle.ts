/** A reader page's address: `/reader/{handle}`. */
import { z } from 'zod'
import { categorySlugs } from '../category.ts'
import { reservedSlugs, slugPattern } from '../slug.ts'
import { createSkeleton } from './confusables.ts'
import { handleLength } from './profile-limits.ts'
import { isRole, listTitleEndings, removeInitials } from './role-names.ts'

/** In lower case, whatever was typed. */
export const handleSchema = z
  .string()
  .max(100)
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(z.string().min(handleLength.min).max(handleLength.max).regex(slugPattern))

export const getProfilePath = (handle: string) => `/reader/${handle}`

/** Addresses that a site could use itself, and words of programs. */
const otherReservedHandles =
  'about abuse account anonymous contact contributor contributors copyright deleted ethics info legal mail new news ' +
  'nobody noreply null office partner postmaster press privacy readers report root system team terms undefined ' +
  'unknown writer writers'

export type ReservedNames = {
  /** Not even as a part. */
  readonly publication: string
  readonly newsletter: string
  /** Names by slug. */
  readonly authors: Readonly<Record<string, string>>
}

function removeDigitsAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[0-9]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/** Digits at the end may be letters or not: `editor-2` looks like `editor`. */
const createSkeletons = (text: string) => [
  createSkeleton(text),
  createSkeleton(removeDigitsAtEnd(text)),
]

const createSkeletonSet = (texts: Iterable<string>): ReadonlySet<string> =>
  new Set([...texts].flatMap(createSkeletons))

const reservedHandles = createSkeletonSet([
  ...reservedSlugs,
  ...categorySlugs,
  ...otherReservedHandles.split(' '),
])

/**
 * A vertical bar looks like a letter. Joiners and variation selectors don't show: "ed\u200citor" reads "editor". A capital
 * begins a word: "TechSupport".
 */
const splitWords = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(\p{Ll}\p{M}*)(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}|]+/u)
    .filter((word) => word !== '')

/** Skeletons of all neighbouring words, joined, because spaces and hyphens can be anywhere: "e d i t o r". */
function listParts(name: string): ReadonlySet<string> {
  const words = splitWords(name)
  const parts = new Set<string>()
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= words.length; end++)
      for (const skeleton of createSkeletons(words.slice(start, end).join(''))) parts.add(skeleton)
  return parts
}

const containsRole = (text: string) => [...listParts(removeInitials(text))].some(isRole)

/** "The Verandah" reserves "verandah" too. */
const removeArticle = (title: string) => title.replace(/^the\s+/i, '')

const titleEndings = ['', ...listTitleEndings()]

/** In one word, or made of whole words: "Vera N. Dahanayake" is somebody else. */
function looksLikePublication(text: string, { publication, newsletter }: ReservedNames): boolean {
  const name = createSkeleton(removeArticle(publication))
  if (
    listParts(text).has(name) ||
    splitWords(text.toLowerCase()).some((word) => createSkeleton(word).includes(name))
  )
    return true
  const whole = createSkeletons(text)
  const title = removeArticle(newsletter)
  return [title, `the ${title}`].some((one) =>
    titleEndings.some((ending) => whole.includes(createSkeleton(one) + ending)),
  )
}

/** A writer's whole name is reserved as a part too, unless it's one word, which may be anyone's first name. */
function looksLikeAuthor(text: string, authors: readonly string[]): boolean {
  const whole = createSkeletons(text)
  const parts = listParts(text)
  return authors.some((author) => {
    const skeletons = createSkeletons(author)
    const isOneWord = splitWords(removeDigitsAtEnd(author)).length === 1
    return skeletons.some((one) => one !== '' && (isOneWord ? whole.includes(one) : parts.has(one)))
  })
}

export const isHandleReserved = (handle: string, reserved: ReservedNames): boolean =>
  createSkeletons(handle).some((one) => reservedHandles.has(one)) ||
  containsRole(handle) ||
  looksLikePublication(handle, reserved) ||
  looksLikeAuthor(handle, Object.keys(reserved.authors))

/** Whether other readers may take this name for the publication, one of its writers, or its staff. */
export const isNameReserved = (name: string, reserved: ReservedNames): boolean =>
  containsRole(name) ||
  looksLikePublication(name, reserved) ||
  looksLikeAuthor(name, Object.values(reserved.authors))
