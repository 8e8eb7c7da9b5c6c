/** Detects names that strangers may mistake for the publication, its people or a service. */
import { categorySlugs } from '../category.ts'
import { simplifyText } from '../gift/gift-message.ts'
import { reservedSlugs } from '../slug.ts'
import { collapseRepeated, createSkeleton } from './confusables.ts'
import { createSkeletons, listParts, removeDigitsAtEnd, splitWords } from './name-words.ts'
import { isRole, listTitleEndings, removeInitials, removeSurname } from './role-names.ts'

/** Addresses that a site could use itself, and words used by programs. */
const otherReservedHandles =
  'about abuse account anonymous contact contributor contributors copyright deleted ethics info legal mail new news ' +
  'nobody noreply null office partner postmaster press privacy readers report root system team terms undefined ' +
  'unknown writer writers'

export type PublicationNames = {
  /** The publication's name, which is refused even as part of a name. */
  readonly publication: string
  /** Misspellings of that name, which are refused even inside a word of a name. */
  readonly misspellings: readonly string[]
  readonly newsletter: string
  /**
   * Names of the publication's contact addresses, such as "Corrections". They are refused alone and as a team's name:
   * "Press Desk".
   */
  readonly contacts: readonly string[]
}

export type ReservedNames = PublicationNames & {
  /** Authors' names by slug. */
  readonly authors: Readonly<Record<string, string>>
}

const createSkeletonSet = (texts: Iterable<string>): ReadonlySet<string> =>
  new Set([...texts].flatMap(createSkeletons))

const reservedHandles = createSkeletonSet([
  ...reservedSlugs,
  ...categorySlugs,
  ...otherReservedHandles.split(' '),
])

type ComparedName = {
  readonly words: readonly string[]
  readonly whole: readonly string[]
  readonly parts: ReadonlySet<string>
}

/** `parts` takes by far the most time in a comparison. */
function prepareComparison(text: string): ComparedName {
  const words = splitWords(text)
  return { words, whole: createSkeletons(text), parts: listParts(words) }
}

const containsRole = (words: readonly string[]) => [...listParts(words)].some(isRole)

/** Removes the article, because "The Verandah" also reserves "verandah". */
const removeArticle = (title: string) => title.replace(/^the\s+/i, '')

const titleEndings = ['', ...listTitleEndings()]

/** Creates skeletons of the publication's name and its misspellings, and of the titles that it uses. */
function createReservedSkeletons({
  publication,
  misspellings,
  newsletter,
  contacts,
}: PublicationNames) {
  const name = createSkeleton(removeArticle(publication))
  const titles = [newsletter, ...contacts].map(removeArticle)
  return {
    name,
    names: [name, ...misspellings.map(createSkeleton)],
    titles: new Set(
      titles
        .flatMap((title) => [title, `the ${title}`])
        .map(createSkeleton)
        .flatMap((title) => titleEndings.map((ending) => createSkeleton(title + ending))),
    ),
  }
}

/** Cached, because there are hundreds of skeletons, which are the same for every name. */
const reservedSkeletons = new WeakMap<
  PublicationNames,
  ReturnType<typeof createReservedSkeletons>
>()

function getReservedSkeletons(publicationNames: PublicationNames) {
  const known = reservedSkeletons.get(publicationNames)
  if (known) return known
  const created = createReservedSkeletons(publicationNames)
  reservedSkeletons.set(publicationNames, created)
  return created
}

/**
 * The publication's name must be in one word or whole words: "Vera N. Dahanayake" and "Vera N. Da Silva" are different
 * people.
 */
function looksLikePublication(
  { whole, parts }: ComparedName,
  text: string,
  publicationNames: PublicationNames,
): boolean {
  const { name, names, titles } = getReservedSkeletons(publicationNames)
  const words = splitWords(text.toLowerCase()).map(createSkeleton)
  if (parts.has(name) || words.some((word) => names.some((one) => word.includes(one)))) return true
  return whole.some((one) => names.includes(one) || titles.has(one))
}

/** Names with more words are compared only in their own order. */
const maxReorderedWords = 4

function listOrders(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length < 2 || words.length > maxReorderedWords) return [words]
  return words.flatMap((first, index) =>
    listOrders(words.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  )
}

/**
 * An author's whole name is also reserved as part of a name, in any order: "Daruwalla, Anahita". A single word isn't,
 * because it may be anyone's first name.
 */
function looksLikeAuthor({ whole, parts }: ComparedName, authors: readonly string[]): boolean {
  const compared = new Set(whole)
  return authors.some((author) =>
    [...new Set([author, removeDigitsAtEnd(author)])].some((name) => {
      const words = splitWords(name).map(createSkeleton)
      if (words.length < 2) return words.length === 1 && compared.has(createSkeleton(name))
      return listOrders(words).some((order) => parts.has(collapseRepeated(order.join(''))))
    }),
  )
}

export function isHandleReserved(handle: string, reserved: ReservedNames): boolean {
  const compared = prepareComparison(handle)
  return (
    compared.whole.some((one) => reservedHandles.has(one)) ||
    containsRole(compared.words) ||
    looksLikePublication(compared, handle, reserved) ||
    looksLikeAuthor(compared, Object.keys(reserved.authors))
  )
}

/**
 * Whether strangers may mistake the name for the publication's or a service's. Only the whole name counts, because
 * people who give something together may name their office or team.
 */
export const isServiceName = (name: string, reserved: PublicationNames): boolean =>
  createSkeletons(name).some(isRole) ||
  looksLikePublication(prepareComparison(name), name, reserved)

/** Whether other readers may mistake this name for the publication, one of its authors or its staff. */
export function isNameReserved(name: string, reserved: ReservedNames): boolean {
  const compared = prepareComparison(name)
  return (
    containsRole(removeSurname(splitWords(removeInitials(name)))) ||
    looksLikePublication(compared, name, reserved) ||
    looksLikeAuthor(compared, Object.values(reserved.authors))
  )
}

/** Matches "Official account", but not "unofficial". */
const officialPattern =
  /(?<!\bnot\s(?:an\s|the\s)?|\bun-)\bofficial\s+(?:account|helpline|page|profile|support)(?![\p{L}\p{N}-])/iu

/** Matches a statement about oneself, up to the next punctuation mark. */
const selfPattern =
  /\b(?:we\s+are|we['’]re|i\s+am|i['’]m|this\s+is)\s+(?:the\s+)?(?:official\s+)?([^.,;:!?()|–—]{1,80})/giu

/** The maximum number of words in which a name may be typed. */
const maxTypedWords = 3

/** Detects "The Verandah", "Verandah’s refund team" and "Verandah and help", but not "Verandah readers". */
function beginsWithPublication(text: string, names: readonly string[]): boolean {
  const words = splitWords(text).map(createSkeleton)
  for (let count = 1; count <= Math.min(maxTypedWords, words.length); count++) {
    if (!names.includes(collapseRepeated(words.slice(0, count).join('')))) continue
    const rest = words.slice(words[count] === 's' ? count + 1 : count)
    if (rest.length === 0 || rest[0] === createSkeleton('and')) return true
    // "Our" turns a group that is named alone into a service.
    return rest.some((_, last) => isRole(createSkeleton(`our${rest.slice(0, last + 1).join('')}`)))
  }
  return false
}

/** Whether a text about oneself claims to be the publication: "We are The Verandah", "Official account". */
export function claimsToBePublication(text: string, publicationNames: PublicationNames): boolean {
  const { names } = getReservedSkeletons(publicationNames)
  const shown = simplifyText(text)
  return (
    officialPattern.test(shown) ||
    [...shown.matchAll(selfPattern)].some(([, who = '']) => beginsWithPublication(who, names))
  )
}
