/**
 * Fonts for other writing systems. The rules are our own, because the packages' rules also cover signs used in English.
 * A page with a few words first names a font cut to its letters, then the whole font, which browsers load if they don't
 * find the first.
 */

import naskh from '@fontsource/noto-naskh-arabic/files/noto-naskh-arabic-arabic-400-normal.woff2?url'
import nastaliq from '@fontsource/noto-nastaliq-urdu/files/noto-nastaliq-urdu-arabic-400-normal.woff2?url'
import kannada from '@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff2?url'
import meeteiMayek from '@fontsource/noto-sans-meetei-mayek/files/noto-sans-meetei-mayek-meetei-mayek-400-normal.woff2?url'
import olChiki from '@fontsource/noto-sans-ol-chiki/files/noto-sans-ol-chiki-ol-chiki-400-normal.woff2?url'
import oriya from '@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff2?url'
import thaana from '@fontsource/noto-sans-thaana/files/noto-sans-thaana-thaana-400-normal.woff2?url'
import bengali from '@fontsource/noto-serif-bengali/files/noto-serif-bengali-bengali-400-normal.woff2?url'
import devanagari from '@fontsource/noto-serif-devanagari/files/noto-serif-devanagari-devanagari-400-normal.woff2?url'
import gujarati from '@fontsource/noto-serif-gujarati/files/noto-serif-gujarati-gujarati-400-normal.woff2?url'
import malayalam from '@fontsource/noto-serif-malayalam/files/noto-serif-malayalam-malayalam-400-normal.woff2?url'
import myanmar from '@fontsource/noto-serif-myanmar/files/noto-serif-myanmar-myanmar-400-normal.woff2?url'
import sinhala from '@fontsource/noto-serif-sinhala/files/noto-serif-sinhala-sinhala-400-normal.woff2?url'
import tamil from '@fontsource/noto-serif-tamil/files/noto-serif-tamil-tamil-400-normal.woff2?url'
import telugu from '@fontsource/noto-serif-telugu/files/noto-serif-telugu-telugu-400-normal.woff2?url'
import tibetan from '@fontsource/noto-serif-tibetan/files/noto-serif-tibetan-tibetan-400-normal.woff2?url'
import gurmukhi from '@fontsource-variable/noto-serif-gurmukhi/files/noto-serif-gurmukhi-gurmukhi-wght-normal.woff2?url'
import { createCutFontPath } from '../contracts/site-files/cut-fonts.ts'
import {
  detectClosedWritingSystems,
  detectWritingSystems,
  extractArabicWords,
  extractCharacters,
  getUnicodeRange,
  type WritingSystem,
} from '../domain/writing-system.ts'
import { site } from '../publication/identity.ts'
import arabicLetters from '../styles/arabic-script.css?inline'
import rightToLeft from '../styles/right-to-left.css?inline'
import tokens from '../styles/tokens.css?inline'
import { mayBeSetInNaskh, naskhRule } from './naskh.ts'

const fonts: Readonly<Record<WritingSystem, string>> = {
  Arab: nastaliq,
  Beng: bengali,
  Deva: devanagari,
  Gujr: gujarati,
  Guru: gurmukhi,
  Knda: kannada,
  Mlym: malayalam,
  Mtei: meeteiMayek,
  Mymr: myanmar,
  Olck: olChiki,
  Orya: oriya,
  Sinh: sinhala,
  Taml: tamil,
  Telu: telugu,
  Thaa: thaana,
  Tibt: tibetan,
}

/** A longer text is an article in that script. Such articles share the whole font. */
const maxCharacters = 1000

type Font = {
  readonly family: 'Other Scripts' | 'Naskh'
  readonly file: string
  readonly system: WritingSystem
  /** Whether words of the text may be set in the font. */
  readonly isUsed: boolean
}

function listFonts(system: WritingSystem, text: string): Font[] {
  const font = { family: 'Other Scripts', file: fonts[system], system, isUsed: true } as const
  if (system !== 'Arab') return [font]
  return [font, { family: 'Naskh', file: naskh, system, isUsed: mayBeSetInNaskh(text) }]
}

/**
 * Both Arabic fonts have all Arabic letters of the text, because elements in languages of either kind may be nested.
 * Nastaliq has so many joined forms that it has those of the text's words only.
 */
function cutFont({ file, system }: Font, text: string): string | null {
  const characters = extractCharacters(text, system)
  const words = file === nastaliq ? extractArabicWords(text) : []
  return characters.length > maxCharacters ? null : createCutFontPath(file, characters, words)
}

/** Lists the paths of the font files that a page with this text names. */
export function listCutFonts(text: string): string[] {
  return detectWritingSystems(text).flatMap((system) => {
    const used = listFonts(system, text).filter(({ isUsed }) => isUsed)
    return used.map((font) => cutFont(font, text)).filter((path) => path !== null)
  })
}

const createSource = (file: string) => `url(${file}) format("woff2")`

const createFontFace = (family: string, files: readonly string[], system: WritingSystem) =>
  `@font-face{font-family:"${family}";src:${files.map(createSource)};font-display:swap;` +
  `unicode-range:${getUnicodeRange(system)}}`

/** The families are named in styles/tokens.css. */
function createWholeRules(systems: readonly WritingSystem[], prefix = ''): string {
  return systems
    .flatMap((system) => listFonts(system, ''))
    .map(({ family, file, system }) => createFontFace(prefix + family, [file], system))
    .join('')
}

/** If `text` lacks a letter of the content, or a word in Arabic letters, the font stays whole. */
function createCutRules(systems: readonly WritingSystem[], content: string, text: string): string {
  const incomplete = detectClosedWritingSystems(text, content)
  return systems
    .flatMap((system) => {
      const hasAll = !incomplete.includes(system)
      return listFonts(system, content).map((font) => {
        const cut = font.isUsed && hasAll ? cutFont(font, text) : null
        return createFontFace(font.family, cut ? [cut, font.file] : [font.file], system)
      })
    })
    .join('')
}

/** Lists the tokens with "Other Scripts" in another form, as in `--serif:"Newsreader", "Other Scripts", serif`. */
const replaceFontInTokens = (form: string) =>
  tokens
    .split(/[;{}]/)
    // Removes the comment that precedes a rule.
    .map((declaration) => declaration.split('*/').at(-1)!.trim())
    .filter((declaration) => /^--.*"(?:Other Scripts|Naskh)"/s.test(declaration))
    .map((token) => token.replace(/"(Other Scripts|Naskh)", /, form))
    .join(';')

/**
 * Creates rules for letters of the closed part (features/paywall/show-body.ts) that the page's cut fonts lack. The
 * families are separate, so that no word mixes two fonts, and guests load nothing for text that they can't read.
 */
const createClosedRules = (systems: readonly WritingSystem[]) =>
  `${createWholeRules(systems, 'Closed ')}` +
  `[data-article-body]{${replaceFontInTokens('"Closed $1", $&')};font-family:var(--serif)}`

/** Headlines and names that scripts add may contain words that the page's font lacks. */
const createFilledListRules = () =>
  `:is([data-slot],[data-continue-reading],[data-giver],[data-referred-by],[data-wall],astro-island){${replaceFontInTokens('')}}`

/**
 * Tracking would break joined letters, and signs above and below them need more room than accents. The fonts have no
 * bold letters.
 */
const otherLetters = `
:root :not(:lang(${site.language})) { letter-spacing: 0; font-synthesis: weight }
:root:root :is(h1, h2, h3, h4):not(:lang(${site.language})) { line-height: 1.4 }
:root:root :is(h1, h2, h3, h4):is(:lang(my), :lang(und-Mymr)) { line-height: 1.65 }
:root:root :is(.dek, .pullquote *, figcaption, .footnotes):not(:lang(${site.language})) { line-height: 1.6 }
.prose:not(:lang(${site.language})) { line-height: 1.75 }`.replace(/\n|(?<=[{}:,]) | (?=[{}])/g, '')

type FontText = {
  /** The page's HTML. */
  readonly content: string
  /** The text whose letters the page's fonts have; null if no build cuts them. */
  readonly text: string | null
  /** Writing systems of lists that scripts fill later. */
  readonly later: readonly WritingSystem[]
  /** Writing systems of the closed part that have letters which the free preview lacks. */
  readonly closed: readonly WritingSystem[]
}

/** Returns no styles for a page without other scripts. */
export function createFontStyles({ content, text, later, closed }: FontText): string {
  const shown = detectWritingSystems(content).filter((system) => !later.includes(system))
  const whole = [...later, ...closed.filter((system) => !shown.includes(system))]
  const closedToo = closed.filter((system) => shown.includes(system))
  const systems = [...shown, ...whole]
  if (systems.length === 0) return ''
  return [
    createCutRules(shown, content, text ?? ''),
    createWholeRules(whole),
    closedToo.length > 0 ? createClosedRules(closedToo) : '',
    otherLetters,
    systems.includes('Arab') ? naskhRule + arabicLetters : '',
    shown.includes('Arab') ? createFilledListRules() : '',
    systems.includes('Arab') || systems.includes('Thaa') ? rightToLeft : '',
  ].join('')
}
