/**
 * The only file that determines the language and direction of blocks of text (`lang` and `dir`). A block has the
 * language of most of its letters, because the first ones may be a name. Words in other languages are tagged within it.
 */
import { site } from '../publication/identity.ts'
import {
  type Direction,
  findPassages,
  getLanguageDirection,
  getScript,
  getUndeterminedLanguageTag,
  mayContainOtherScripts,
  type WritingSystem,
  writingSystems,
} from './writing-system.ts'

export type TextLanguage = { readonly lang: string; readonly dir: Direction }

/** Empty if nothing differs from the surrounding text. */
export type LanguageAttributes = {
  readonly lang?: string | undefined
  readonly dir?: Direction | undefined
}

export type TextContext = {
  /** The language of the element around the block; defaults to the publication's. */
  readonly around?: TextLanguage | undefined
  /** The story's language, if the editors have named one. */
  readonly language?: string | undefined
}

export const getTextLanguage = (tag: string): TextLanguage => ({
  lang: tag,
  dir: getLanguageDirection(tag),
})

/** The language of pages, and of everything that the publication itself writes. */
export const siteLanguage = getTextLanguage(site.language)

export const getStoryLanguage = ({ language }: { readonly language?: string | undefined }) =>
  language === undefined ? siteLanguage : getTextLanguage(language)

export function getLanguageAttributes(
  { lang, dir }: TextLanguage,
  around: TextLanguage = siteLanguage,
): LanguageAttributes {
  return { ...(lang === around.lang ? {} : { lang }), ...(dir === around.dir ? {} : { dir }) }
}

/** Formats attributes for HTML, each preceded by a space. */
export const formatLanguageAttributes = (attributes: LanguageAttributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value ? ` ${name}="${value}"` : ''))
    .join('')

function isWrittenIn(tag: string, system: WritingSystem | null): boolean {
  const script = getScript(tag)
  return system === null ? !writingSystems.some((known) => known === script) : script === system
}

/** Returns the story's language, or else the publication's, whichever is written in these letters. */
function resolveLanguage(system: WritingSystem | null, language?: string): TextLanguage {
  const tag = [language, site.language].find(
    (candidate) => candidate !== undefined && isWrittenIn(candidate, system),
  )
  return getTextLanguage(tag ?? (system ? getUndeterminedLanguageTag(system) : 'und-Latn'))
}

type LetterCount = {
  readonly language: TextLanguage
  /** Whether the editor has named a language for these words. */
  readonly isNamed: boolean
  readonly letters: number
}

/** Kinds of letters, in the order in which they first occur. */
export type LetterCounts = Map<string, LetterCount>

export function addLetters(counts: LetterCounts, added: LetterCount) {
  const key = `${added.isNamed} ${added.language.dir} ${added.language.lang}`
  const letters = (counts.get(key)?.letters ?? 0) + added.letters
  counts.set(key, { ...added, letters })
}

export const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0

export function countLettersByLanguage(text: string, language?: string): LetterCounts {
  const counts: LetterCounts = new Map()
  if (!mayContainOtherScripts(text)) {
    const letters = countLetters(text)
    if (letters > 0)
      addLetters(counts, { language: resolveLanguage(null, language), isNamed: false, letters })
    return counts
  }
  for (const { start, end, system } of findPassages(text))
    addLetters(counts, {
      language: resolveLanguage(system, language),
      isNamed: false,
      letters: countLetters(text.slice(start, end)),
    })
  return counts
}

/**
 * Languages that share letters are counted together, and the story's letters count twice, because half of its sentences
 * may be names. If two kinds of letters are equally frequent, or there are none, nothing differs. If the editor has
 * named a language for words in a block, the block has that language only if it was named for all of its words in these
 * letters.
 */
export function findMainLanguage(
  counts: LetterCounts,
  around: TextLanguage,
  language?: string,
): TextLanguage {
  const toKind = ({ lang, dir }: TextLanguage) => `${dir} ${getScript(lang)}`
  const storyKind = language === undefined ? null : toKind(getTextLanguage(language))
  const kinds = new Map<string, number>([[toKind(around), 0]])
  for (const count of counts.values()) {
    const kind = toKind(count.language)
    const letters = kind === storyKind ? 2 * count.letters : count.letters
    kinds.set(kind, (kinds.get(kind) ?? 0) + letters)
  }
  const [mainKind] = [...kinds].reduce((one, other) => (other[1] > one[1] ? other : one))
  const ofKind = [...counts.values()].filter(({ language }) => toKind(language) === mainKind)
  const found = ofKind.filter(({ isNamed }) => !isNamed)
  const [first = { language: around, letters: 0 }, ...others] = found.length > 0 ? found : ofKind
  return others.reduce((one, other) => (other.letters > one.letters ? other : one), first).language
}

export type LanguageRun = {
  readonly start: number
  readonly end: number
  readonly attributes: LanguageAttributes
}

/** Finds words that aren't in their block's language. */
export function findOtherRuns(
  text: string,
  block: TextLanguage,
  language?: string,
): readonly LanguageRun[] {
  if (isWrittenIn(block.lang, null) && !mayContainOtherScripts(text)) return []
  return findPassages(text).flatMap(({ start, end, system }) => {
    if (isWrittenIn(block.lang, system)) return []
    const runLanguage = resolveLanguage(system, language)
    const attributes = getLanguageAttributes(runLanguage, block)
    return [{ ...includePairs(text, start, end), attributes }]
  })
}

const closers = new Map(['()', '[]', '“”', '‘’', '«»'].map(([open, close]) => [open!, close!]))
const openers = new Map([...closers].map(([open, close]) => [close, open]))

/** A quotation mark or bracket belongs to a passage that contains its counterpart. */
function includePairs(text: string, start: number, end: number) {
  const unclosed: string[] = []
  const unopened: string[] = []
  // An apostrophe within a word isn't a closing quotation mark.
  for (const sign of text.slice(start, end).replace(/(?<=\p{L})’(?=\p{L})/gu, '')) {
    const close = closers.get(sign)
    const open = openers.get(sign)
    if (close) unclosed.push(close)
    else if (sign === unclosed.at(-1)) unclosed.pop()
    else if (open) unopened.push(open)
  }
  const extent = { start, end }
  for (const close of unclosed.reverse()) if (text[extent.end] === close) extent.end++
  for (const open of unopened) if (text[extent.start - 1] === open) extent.start--
  return extent
}

export type TextBlock = {
  readonly language: TextLanguage
  readonly attributes: LanguageAttributes
  readonly parts: readonly { readonly text: string; readonly attributes: LanguageAttributes }[]
}

const noAttributes: LanguageAttributes = {}

/** Lays out plain text that forms a separate block, such as a title. */
export function layOutText(
  text: string,
  { around = siteLanguage, language }: TextContext = {},
): TextBlock {
  if (language === undefined && around === siteLanguage && !mayContainOtherScripts(text))
    return {
      language: siteLanguage,
      attributes: noAttributes,
      parts: text ? [{ text, attributes: noAttributes }] : [],
    }
  const block = findMainLanguage(countLettersByLanguage(text, language), around, language)
  const parts: { text: string; attributes: LanguageAttributes }[] = []
  let at = 0
  const addPart = (end: number, attributes: LanguageAttributes) => {
    if (end > at) parts.push({ text: text.slice(at, end), attributes })
    at = Math.max(at, end)
  }
  for (const { start, end, attributes } of findOtherRuns(text, block, language)) {
    addPart(start, noAttributes)
    addPart(end, attributes)
  }
  addPart(text.length, noAttributes)
  return { language: block, attributes: getLanguageAttributes(block, around), parts }
}
