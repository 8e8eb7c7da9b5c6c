/** Makes slugs from titles and names in any script: valid and readable, and the same each time. */
import anyAscii from 'any-ascii'
import { toLatinSlug } from '../domain/latin-slug.ts'
import { decodePercentEncoding } from '../domain/percent-encoding.ts'

/** Transliterates other scripts. Null if nothing readable is left. */
export const toSlug = (source: string): string | null =>
  toLatinSlug(decodePercentEncoding(source).normalize('NFC').replace(otherLetters, transliterate))

const otherLetters = /(?:(?!\p{Script=Latin}|[0-9])[\p{L}\p{M}\p{Nd}\u200c\u200d])+/gu
const syllabicScripts = /[\p{Script=Han}\p{Script=Hangul}]/u

function transliterate(word: string): string {
  const letters = [...word].filter((letter) => !/[\u200c\u200d]/.test(letter))
  const ascii = letters
    .map((_, index) => transliterateLetter(letters, index))
    .join('')
    .replace(/[^a-z\d]+/gi, '')
  return syllabicScripts.test(word) ? ascii.replace(/([a-z])(?=[A-Z])/g, '$1-') : ascii
}

function transliterateLetter(letters: readonly string[], index: number): string {
  const letter = letters[index]!
  const ascii = letter === alef ? 'a' : anyAscii(letter)
  const next = letters[isNukta(letters[index + 1]) ? index + 2 : index + 1]
  if (isNasalMark(letter)) return next && /^[bmp]/.test(anyAscii(next)) ? 'm' : 'n'
  if (!isIndicConsonant(letter)) return ascii
  const hasVowel = next
    ? !/\p{M}/u.test(next) || isNasalMark(next)
    : letters.length === 1 || letter >= firstWithFinalVowel
  return hasVowel ? `${ascii}a` : ascii
}

// The scripts of India and Sri Lanka write no “a” after a consonant. Their blocks have the same order.
const getOffset = (letter: string) => {
  const code = letter.codePointAt(0)!
  return code >= 0x900 && code < 0xe00 ? { block: code >> 7, at: code & 0x7f } : null
}
const isNukta = (letter: string | undefined) =>
  letter !== undefined && getOffset(letter)?.at === 0x3c
/** From the Odia block onwards, the vowel of a word's final consonant is spoken. */
const firstWithFinalVowel = '\u0b00'
/** The library leaves this letter out. */
const alef = 'ا'
const tippi = '\u0a70'
const sinhala = 0xd80 >> 7

function isNasalMark(letter: string): boolean {
  const offset = getOffset(letter)
  return letter === tippi || offset?.at === 1 || offset?.at === 2
}

function isIndicConsonant(letter: string): boolean {
  const offset = getOffset(letter)
  if (!offset) return false
  const { block, at } = offset
  if (block === sinhala) return at >= 0x1a && at <= 0x46
  return (at >= 0x15 && at <= 0x39) || (at >= 0x58 && at <= 0x5f) || /[ৰৱ]/.test(letter)
}
