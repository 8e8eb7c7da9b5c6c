/** Writing systems by ISO 15924 code. A writing system isn't a language: Deva may be Hindi, Marathi or Nepali. */

/** Unicode ranges in CSS notation. Blocks don't overlap, so each letter belongs to one system. */
const blocks = {
  Arab: 'U+600-6FF,U+750-77F,U+870-8FF,U+FB50-FDFF,U+FE70-FEFC',
  Beng: 'U+980-9FF',
  Deva: 'U+900-97F,U+1CD0-1CFF,U+A8E0-A8FF',
  Gujr: 'U+A80-AFF',
  Guru: 'U+A00-A7F',
  Knda: 'U+C80-CFF',
  Mlym: 'U+D00-D7F',
  Mtei: 'U+AAE0-AAFF,U+ABC0-ABFF',
  Mymr: 'U+1000-109F,U+A9E0-A9FF,U+AA60-AA7F',
  Olck: 'U+1C50-1C7F',
  Orya: 'U+B00-B7F',
  Sinh: 'U+D80-DFF',
  Taml: 'U+B80-BFF',
  Telu: 'U+C00-C7F',
  Thaa: 'U+780-7BF',
  Tibt: 'U+F00-FFF',
} as const

export type WritingSystem = keyof typeof blocks
export const writingSystems = Object.keys(blocks) as WritingSystem[]

const arabicPunctuation = 'U+60C,U+61B,U+61F'
const dandas = 'U+964-965'
/** Punctuation that several systems share, outside their own blocks. */
const shared: Readonly<Partial<Record<WritingSystem, string>>> = {
  Beng: dandas,
  Gujr: dandas,
  Guru: dandas,
  Knda: dandas,
  Mlym: dandas,
  Orya: dandas,
  Sinh: dandas,
  Taml: dandas,
  Telu: dandas,
  Thaa: arabicPunctuation,
}
/** Zero-width joiners choose between forms of a letter, so they need the letter's font. */
const joiners = 'U+200C-200D'

export function getUnicodeRange(system: WritingSystem): string {
  return [blocks[system], shared[system], joiners].filter(Boolean).join()
}

const toCharacterClass = (ranges: string) =>
  ranges
    .replace(/U\+|,/g, ' ')
    .replace(/[0-9A-F]+/g, (point) => `\\u${point.padStart(4, '0')}`)
    .replaceAll(' ', '')

/** Matches a block's letters and digits, but not its punctuation, which other systems use too. */
const createLetterPattern = (system: WritingSystem) =>
  `(?=[\\p{L}\\p{N}])[${toCharacterClass(blocks[system])}]`

const anyBlock = new RegExp(
  `[${writingSystems.map((system) => toCharacterClass(blocks[system])).join('')}]`,
)
const letterPatterns = writingSystems.map(
  (system) => [system, new RegExp(createLetterPattern(system), 'u')] as const,
)

export const mayContainOtherScripts = (text: string) => anyBlock.test(text)

const blockPassages = new RegExp(`${anyBlock.source}+`, 'g')

/** Accepts text or HTML. The result is sorted by code. Reads the text only once, because pages are long. */
export function detectWritingSystems(text: string): readonly WritingSystem[] {
  const passages = text.match(blockPassages)?.join('')
  if (!passages) return []
  return letterPatterns.filter(([, letter]) => letter.test(passages)).map(([system]) => system)
}

const fontPatterns = new Map(
  writingSystems.map((system) => {
    const ranges = [blocks[system], shared[system]].filter(Boolean).join()
    return [system, new RegExp(`[${toCharacterClass(ranges)}]`, 'g')]
  }),
)

/**
 * Returns the characters for which the system's font is needed, without joiners, repeated as in the text. Accepts text
 * or HTML.
 */
export const extractCharacters = (text: string, system: WritingSystem): string =>
  text.match(fontPatterns.get(system)!)?.join('') ?? ''

const joined = `${toCharacterClass(blocks.Arab)}${toCharacterClass(joiners)}`
const wordPattern = new RegExp(`(?:(?=[\\p{L}\\p{M}\\p{Cf}])[${joined}])+`, 'gu')
/** A word that is partly emphasised or linked is joined nevertheless. */
const inlineTag = /<\/?(?:a|abbr|b|bdi|em|i|mark|s|span|strong)\b[^<>]*>/g

/** Lists the distinct words in Arabic letters, which are joined within a word. Accepts text or HTML. */
export const extractArabicWords = (text: string): string[] => [
  ...new Set(text.replace(inlineTag, '').match(wordPattern)),
]

/**
 * Returns the writing systems of the closed part's letters, or Arabic words, that aren't in the free preview. Each
 * needs a whole font, because a font with only the closed part's letters would make words guessable.
 */
export function detectClosedWritingSystems(
  freePreview: string,
  closedPart: string,
): readonly WritingSystem[] {
  const list = (text: string, system: WritingSystem) => [
    ...extractCharacters(text, system),
    ...(system === 'Arab' ? extractArabicWords(text) : []),
  ]
  return detectWritingSystems(closedPart).filter((system) => {
    const shown = new Set(list(freePreview, system))
    return list(closedPart, system).some((part) => !shown.has(part))
  })
}

/** The writing system is null for Latin and everything else. */
export type Passage = {
  readonly start: number
  readonly end: number
  readonly system: WritingSystem | null
}

const anySign = anyBlock.source.slice(1, -1)
// The alternatives in each loop share no character, so that a text is read only once.
const otherPassages = writingSystems.map((system) => {
  const letter = createLetterPattern(system)
  const sign = `[${toCharacterClass(getUnicodeRange(system))}\\p{M}]`
  return `(?<${system}>${letter}(?:${sign}|[^\\p{L}\\p{M}${anySign}\\u200c\\u200d]+(?=${letter}))*)`
})
const latinLetter = `(?![${anySign}])\\p{L}`
const latinSign = `(?:(?![${anySign}])[\\p{L}\\p{M}\\p{N}\\u200c\\u200d])`
const latinPassage =
  `${latinLetter}(?:${latinSign}|[^\\p{L}\\p{M}\\p{N}${anySign}\\u200c\\u200d]+(?=${latinLetter})` +
  `|[ .-](?=[0-9]))*`
// One character class comes first, so that Latin letters don't try every alternative.
const passages = new RegExp(`(?=[${anySign}])(?:${otherPassages.join('|')})|${latinPassage}`, 'gu')

/** Finds words in one writing system, with whatever is between them. Spaces, signs and digits separate passages. */
export function findPassages(text: string): readonly Passage[] {
  return [...text.matchAll(passages)].map(({ 0: match, index, groups }) => ({
    start: index,
    end: index + match.length,
    system: writingSystems.find((name) => groups?.[name] !== undefined) ?? null,
  }))
}

/** Returns whether a text can be the `lang` attribute's value: `ur`, `hi-Latn`. */
export function isLanguageTag(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,4}$/i.test(tag)) return false
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const getUndeterminedLanguageTag = (system: WritingSystem) => `und-${system}`

export type Direction = 'ltr' | 'rtl'

const rightToLeft = /^(?:Adlm|Arab|Aran|Hebr|Nkoo|Rohg|Syrc|Thaa)$/
const hebrewOrSyriac = /[\u0590-\u05ff\u0700-\u074f]/

const getDirection = (script: string): Direction => (rightToLeft.test(script) ? 'rtl' : 'ltr')

/** By language tag, because pages have a language for each headline, and Intl is slow. */
const scripts = new Map<string, string>()

/**
 * Returns the ISO 15924 code of the script in which a language is usually written: Arab for `ur`, Latn for `ur-Latn`.
 */
export function getScript(tag: string): string {
  const script = scripts.get(tag) ?? new Intl.Locale(tag).maximize().script ?? 'Latn'
  scripts.set(tag, script)
  return script
}

/** Returns true if the script isn't one of the writing systems above. */
export const isLatinScript = (tag: string) =>
  !writingSystems.some((system) => system === getScript(tag))

export const getLanguageDirection = (tag: string): Direction => getDirection(getScript(tag))

/** Determines the direction by the letters: romanised Urdu is written from left to right. */
export function getTextDirection(text: string): Direction {
  const isRightToLeft =
    hebrewOrSyriac.test(text) ||
    detectWritingSystems(text).some((system) => getDirection(system) === 'rtl')
  return isRightToLeft ? 'rtl' : 'ltr'
}
