/** A reader's public page, stored as `readerProfiles/{uid}`. */
import { z } from 'zod'
import { isNameAllowed } from '../gift/gift-message.ts'
import { maxNameWords, splitWords } from '../names/name-words.ts'
import { fail, type Result, succeed } from '../result.ts'
import { slugSchema } from '../slug.ts'
import { containsContactDetails } from './contact-details.ts'
import {
  maxBioLength,
  maxDecomposedNameLength,
  maxProfileNameLength,
  maxRecommendations,
} from './profile-limits.ts'

/** The number of a reader's former handles that stay reserved. Beyond that, the oldest one is released. */
const maxFormerHandles = 2

/**
 * Excludes control, private-use and unassigned characters, lone surrogates, and invisible characters that change the
 * order or appearance of the surrounding text; Unicode classifies fillers as letters. Joiners are needed for words in
 * Indic scripts, and variation selectors for emoji.
 */
const visiblePattern =
  /^(?:[^\p{C}\p{Default_Ignorable_Code_Point}\u2800]|\u200c|\u200d|\ufe0e|\ufe0f)*$/u

/**
 * Alphabets with letters that look like another alphabet's, and the characters in words that use them. Other scripts'
 * digits, phonetic letters and letters from old books look like these letters too, but don't occur in names. Letters
 * outside ASCII without accents are from European, Vietnamese, Azerbaijani and West African names. Modifier letters are
 * from transliterations and Ukrainian; U+02C8 looks like an l.
 */
const lookalikeAlphabets = Object.entries({
  Latin: '[a-zʹʺʻʼʾʿßæœøđðłħŋþıŧəɓɗɛɔƙƴ]',
  Cyrillic: '[\u0400-\u045f\u048a-\u052fʼ]',
  Greek: '[α-ω]',
  Armenian: '[ա-և]',
}).map(([script, letters]) => ({
  letter: new RegExp(`\\p{Script=${script}}`, 'u'),
  word: new RegExp(`^(?:${letters}|[0-9]|\\p{Script=Inherited})*$`, 'u'),
}))

const splitAtSpaces = (name: string) => name.normalize('NFKD').toLowerCase().split(/\s+/u)

/**
 * Matches a single letter between spaces that is of another script and looks like one of the alphabet's: "НЕ เ Р".
 * Ideographs and syllables can be names.
 */
const loneLetterPattern =
  /(?<!\S)(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Han}\p{Script=Hangul}])\p{L}\p{M}*(?!\S)/u

/** Allows at most one of these alphabets, and no other letters in its words. */
function hasOneAlphabet(name: string): boolean {
  const words = splitAtSpaces(name)
  const [alphabet, ...others] = lookalikeAlphabets.filter(({ letter }) =>
    words.some((word) => letter.test(word)),
  )
  if (!alphabet) return true
  return (
    others.length === 0 &&
    !loneLetterPattern.test(name) &&
    words
      .filter((word) => alphabet.letter.test(word))
      .every((word) => alphabet.word.test(word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')))
  )
}

/**
 * Scripts allowed in a word: those that Unicode recommends for identifiers (UTS 39), and further South Asian ones.
 * Other scripts' letters, such as Cherokee and Gothic, can imitate Latin words, and so can mixed scripts. East Asian
 * scripts are written together.
 */
const wordPatterns = [
  ...(
    'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao Latin ' +
    'Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Chakma Lepcha Limbu Meetei_Mayek Newa Ol_Chiki ' +
    'Saurashtra Syloti_Nagri Warang_Citi'
  )
    .split(' ')
    .map((script) => [script]),
  ['Bopomofo', 'Han', 'Hangul', 'Hiragana', 'Katakana'],
].map(
  (scripts) =>
    new RegExp(
      `^[${[...scripts, 'Common', 'Inherited'].map((script) => `\\p{Script=${script}}`).join('')}]*$`,
      'u',
    ),
)

const hasWordsOfOneScript = (name: string) =>
  splitAtSpaces(name).every((word) => wordPatterns.some((pattern) => pattern.test(word)))

/** Matches parts of Korean syllables, which look like Latin letters. Names contain whole syllables. */
const jamoPattern = /[\u1100-\u11ff\u3131-\u318e\uffa0-\uffdc]/u

/**
 * Allows letters, signs and digits, and punctuation used in names, because symbols, lines and emoji can look like
 * letters ("Supp⭕rt"). The slash in "a/l" and "s/o" is part of a patronymic.
 */
const namePattern =
  /^(?:[\p{L}\p{Mn}\p{Mc}\p{Nd} .,،۔॰૰་'’‘&·・‐‑–-]|(?<=[\p{Script=Bengali}\p{Script=Gurmukhi}]):|\u200c|\u200d)+$/u
const parentPattern = /(?<![\p{L}\p{M}\p{N}])[a-z]\/[a-z](?![\p{L}\p{M}\p{N}])/giu

/** Detects joiners in alphabets that don't need them. */
const hasNeedlessJoiner = (text: string) =>
  /(?:^|[^\p{L}\p{M}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200c\u200d]/u.test(
    text,
  )

/** The length is checked first, because the other rules take time. */
const isShort = (name: string) =>
  name.normalize('NFKD').length <= maxDecomposedNameLength &&
  splitWords(name).length <= maxNameWords

const hasNameCharacters = (name: string) =>
  /[\p{L}\p{N}]/u.test(name) &&
  hasWordsOfOneScript(name) &&
  !jamoPattern.test(name) &&
  namePattern.test(name.replaceAll(parentPattern, '')) &&
  !hasNeedlessJoiner(name)

/** Matches joiners at the ends of words, where keyboards leave them. */
const needlessNonJoiners = /(?<!\S)\u200c+|(?<!\u200c)\u200c+(?!\S)/gu

const createLineSchema = (maxLength: number) =>
  z
    .string()
    .max(10 * maxLength)
    .transform((typed) =>
      typed.normalize('NFC').replaceAll(needlessNonJoiners, '').replaceAll(/\s+/gu, ' ').trim(),
    )
    .pipe(z.string().max(maxLength).regex(visiblePattern))

export const profileNameSchema = createLineSchema(maxProfileNameLength).pipe(
  z
    .string()
    .refine(
      (name) =>
        isShort(name) &&
        hasNameCharacters(name) &&
        isNameAllowed(name) &&
        !containsContactDetails(name) &&
        hasOneAlphabet(name),
    ),
)
/** The bio may be empty. */
export const bioSchema = createLineSchema(maxBioLength).pipe(
  z.string().refine((bio) => !containsContactDetails(bio)),
)

const recommendationSchema = z.object({
  slug: slugSchema,
  /** Stores the title at the time of the recommendation, for the reader's own list. */
  title: z.string(),
})
export type Recommendation = z.infer<typeof recommendationSchema>

export const readerProfileSchema = z.object({
  handle: z.string().min(1),
  /** Latest first. */
  formerHandles: z.array(z.string()).default([]),
  name: z.string(),
  bio: z.string(),
  isPublic: z.boolean(),
  /** Whether anyone may have seen the page, as is assumed for pages from earlier releases. */
  wasPublic: z.boolean().default(true),
  /** Whether search engines may list the page. */
  isIndexed: z.boolean(),
  /** Latest first. */
  recommended: z.array(recommendationSchema).default([]),
  /** An operator sets this; the reader can't change it. */
  hidden: z
    .object({ at: z.date(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .default(null),
  createdAt: z.date(),
})
export type ReaderProfile = z.infer<typeof readerProfileSchema>

export const isProfileShown = ({ isPublic, hidden }: Pick<ReaderProfile, 'isPublic' | 'hidden'>) =>
  isPublic && hidden === null

/** `released` is the handle that others may claim from now on, or null. */
export function changeHandle(
  { handle, formerHandles }: Pick<ReaderProfile, 'handle' | 'formerHandles'>,
  next: string,
): { readonly formerHandles: string[]; readonly released: string | null } {
  if (next === handle) return { formerHandles, released: null }
  const former = [handle, ...formerHandles.filter((one) => one !== next)]
  return {
    formerHandles: former.slice(0, maxFormerHandles),
    released: former[maxFormerHandles] ?? null,
  }
}

/** A story that is already recommended keeps its place. */
export function addRecommendation(
  recommended: readonly Recommendation[],
  added: Recommendation,
): Result<readonly Recommendation[], 'full'> {
  if (recommended.some(({ slug }) => slug === added.slug)) return succeed(recommended)
  return recommended.length >= maxRecommendations ? fail('full') : succeed([added, ...recommended])
}

export const removeRecommendation = (recommended: readonly Recommendation[], removed: string) =>
  recommended.filter(({ slug }) => slug !== removed)
