/** `readerProfiles/{uid}`: a reader's public page. */
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

/** Former handles of a reader that nobody else can claim. The oldest one is released. */
const maxFormerHandles = 2

/**
 * No control, private-use or unassigned characters, no lone surrogates, and no invisible ones that change
 * the order or the looks of the text around them: fillers are letters to Unicode. Joiners belong to words of Indic
 * scripts, variation selectors to emoji.
 */
const visiblePattern =
  /^(?:[^\p{C}\p{Default_Ignorable_Code_Point}\u2800]|\u200c|\u200d|\ufe0e|\ufe0f)*$/u

/** Alphabets whose letters look like one another's. */
const lookalikeAlphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

const mixesAlphabets = (text: string) =>
  lookalikeAlphabets.filter((alphabet) => alphabet.test(text)).length > 1

/**
 * Scripts that Unicode recommends for identifiers (UTS 39), and others of South Asia. Letters of the rest, such as Cherokee
 * and Gothic, spell Latin words.
 */
const nameScripts =
  'Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew ' +
  'Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan ' +
  'Chakma Lepcha Limbu Meetei_Mayek Newa Ol_Chiki Saurashtra Syloti_Nagri Warang_Citi Common Inherited'

const nameScriptPattern = new RegExp(
  `^[${nameScripts
    .split(' ')
    .map((script) => `\\p{Script=${script}}`)
    .join('')}]*$`,
  'u',
)

/**
 * Letters, signs and digits, and the punctuation of names: symbols, lines and emoji can look like letters ("Supp⭕rt").
 * The slash of "a/l" and "s/o" says whose child somebody is.
 */
const namePattern =
  /^(?:[\p{L}\p{Mn}\p{Mc}\p{Nd} .,،۔॰૰་'’‘&·・‐‑–-]|(?<=[\p{Script=Bengali}\p{Script=Gurmukhi}]):|\u200c|\u200d)+$/u
const parentPattern = /(?<![\p{L}\p{M}\p{N}])[a-z]\/[a-z](?![\p{L}\p{M}\p{N}])/giu

/** These alphabets need no joiners. */
const hasNeedlessJoiner = (text: string) =>
  /(?:^|[^\p{L}\p{M}]|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\u200c\u200d]/u.test(
    text,
  )

/**
 * Modifier letters of transliterations that may be in a Latin word. Others look like letters: U+02C8 like an l. Letters
 * without accents that aren't in ASCII: of European, Vietnamese, Azerbaijani and West African names. Those of phonetics
 * look like others, and nobody's name has them.
 */
const latinLetterPattern = /^(?:[a-z0-9]|\p{Script=Inherited}|[ʹʺʻʼʾʿ]|[ßæœøđðłħŋþıŧəɓɗɛɔƙƴ])*$/iu

/** A word with Latin letters has no others, nor other scripts' digits and marks: some look like Latin letters. */
const hasLatinWordsOnly = (name: string) =>
  name
    .normalize('NFKD')
    .split(/\s+/u)
    .filter((word) => /\p{Script=Latin}/u.test(word))
    .every((word) => latinLetterPattern.test(word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')))

/** First of all, because the other rules take their time. */
const isShort = (name: string) =>
  name.normalize('NFKD').length <= maxDecomposedNameLength &&
  splitWords(name).length <= maxNameWords

const hasNameCharacters = (name: string) =>
  /[\p{L}\p{N}]/u.test(name) &&
  nameScriptPattern.test(name) &&
  namePattern.test(name.replaceAll(parentPattern, '')) &&
  !hasNeedlessJoiner(name)

/** At the ends of words, where keyboards leave them. */
const needlessNonJoiners = /(?<!\S)\u200c+|\u200c+(?!\S)/gu

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
        !mixesAlphabets(name) &&
        hasLatinWordsOnly(name),
    ),
)
/** May be empty. */
export const bioSchema = createLineSchema(maxBioLength).pipe(
  z.string().refine((bio) => !containsContactDetails(bio)),
)

const recommendationSchema = z.object({
  slug: slugSchema,
  /** When it was recommended, for the reader's own list. */
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
  /** Whether search engines may list it. */
  isIndexed: z.boolean(),
  /** Latest first. */
  recommended: z.array(recommendationSchema).default([]),
  /** By an operator. Nothing that the reader does changes it. */
  hidden: z
    .object({ at: z.date(), by: z.string(), reason: z.string().nullable() })
    .nullable()
    .default(null),
  createdAt: z.date(),
})
export type ReaderProfile = z.infer<typeof readerProfileSchema>

export const isProfileShown = ({ isPublic, hidden }: Pick<ReaderProfile, 'isPublic' | 'hidden'>) =>
  isPublic && hidden === null

/** `released`: the handle that others may claim from now on, or null. */
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

/** A story that is recommended already keeps its place. */
export function addRecommendation(
  recommended: readonly Recommendation[],
  added: Recommendation,
): Result<readonly Recommendation[], 'full'> {
  if (recommended.some(({ slug }) => slug === added.slug)) return succeed(recommended)
  return recommended.length >= maxRecommendations ? fail('full') : succeed([added, ...recommended])
}

export const removeRecommendation = (recommended: readonly Recommendation[], removed: string) =>
  recommended.filter(({ slug }) => slug !== removed)
