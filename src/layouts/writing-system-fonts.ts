/**
 * Fonts for other writing systems. We write the rules: the packages' also cover signs used in English. All
 * glyphs are needed for conjuncts and joined forms.
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
import { getUnicodeRange, type WritingSystem } from '../domain/writing-system.ts'
import arabicLetters from '../styles/arabic-script.css?inline'

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

const createFontFace = (family: string, file: string, system: WritingSystem) =>
  `@font-face{font-family:"${family}";src:url(${file}) format("woff2");font-display:swap;` +
  `unicode-range:${getUnicodeRange(system)}}`

/** The families are named in styles/tokens.css. */
export function getWritingSystemStyles(systems: readonly WritingSystem[]): string {
  const rules = systems.map((system) => createFontFace('Other Scripts', fonts[system], system))
  // Urdu uses Nastaliq; Arabic, Persian, Pashto and Sindhi use Naskh.
  if (systems.includes('Arab')) rules.push(createFontFace('Naskh', naskh, 'Arab'), arabicLetters)
  return rules.join('')
}
