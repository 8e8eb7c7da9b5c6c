/** Makes slugs from titles and names in Latin letters. Uses neither zod nor tables, because browsers load this file. */
import { decodePercentEncoding } from './percent-encoding.ts'

/** Leaves room for the suffix of a duplicate. */
const maxLength = 110

/** Latin letters that Unicode doesn't decompose. */
const asciiLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  ſ: 's',
}

/** Returns null for an empty slug, and if more letters would be lost than kept, because half a name misleads. */
export function toLatinSlug(source: string): string | null {
  const ascii = decodePercentEncoding(source)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[’'ʼ]/g, '')
    .replace(/\p{Script=Latin}/gu, (letter) => asciiLetters[letter] ?? letter)
  const keptCount = ascii.match(/[a-z]/g)?.length ?? 0
  const lostCount = ascii.match(/\p{L}/gu)?.filter((letter) => !/[a-z]/.test(letter)).length ?? 0
  if (lostCount > keptCount) return null
  const words = ascii
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
  const slug =
    words.length <= maxLength ? words : words.slice(0, maxLength + 1).replace(/-[^-]*$|.$/, '')
  return slug || null
}
