/**
 * Characters that nobody sees and that spoil a text. Joiners, direction marks and isolates are letters' companions in many
 * scripts, and stay.
 */

/** The first is in a group of its own, because it may be in a text once: it lets a long word break. */
const pattern =
  /((?![\t\n])\p{Cc})|([\u202a-\u202e])|([\ufffe\uffff])|(\ufeff(?=[\u200b\ufeff])[\u200b\ufeff]*|\u200b[\u200b\ufeff]+)/gu

const descriptions = [
  'a control character',
  'turns the text around it',
  'isn’t a character',
  'repeated, and has no width',
]

export type InvisibleCharacter = {
  /** Such as `U+202E`. */
  readonly code: string
  readonly description: string
  /** Up to twenty characters of the line before it. */
  readonly before: string
  /** From 1. */
  readonly line: number
}

const formatCode = (text: string) =>
  `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

export function findInvisibleCharacters(text: string): InvisibleCharacter[] {
  return [...text.matchAll(pattern)].map(({ 0: found, index, ...groups }) => {
    const lines = text.slice(0, index).split('\n')
    const group = [1, 2, 3, 4].findIndex((number) => groups[number] !== undefined)
    return {
      code: formatCode(found),
      description: descriptions[group]!,
      before: removeInvisibleCharacters(lines.at(-1)!).slice(-20),
      line: lines.length,
    }
  })
}

/** A run of spaces without width becomes one of them. */
export const removeInvisibleCharacters = (text: string): string =>
  text.replace(pattern, (run) => (run.includes('\u200b') ? '\u200b' : ''))
