/**
 * Invisible characters that damage a text. Joiners, direction marks and isolates belong to letters in many scripts, so
 * they are kept. A single zero-width space or mark is kept too, because it lets a long word break.
 */
const pattern =
  /(?<control>(?![\t\n])\p{Cc})|(?<turning>[\u202a-\u202e])|(?<nothing>[\ufffe\uffff])|(?<run>[\u200b\ufeff]{2,})/gu

const descriptions: Readonly<Record<string, string>> = {
  control: 'a control character',
  turning: 'turns the text around it',
  nothing: 'isn’t a character',
  run: 'repeated, and has no width',
}

export type InvisibleCharacter = {
  /** A code such as `U+202E`. */
  readonly code: string
  readonly description: string
  /** The character's index in the text. */
  readonly index: number
  readonly length: number
  /** Up to twenty characters before it on the line. */
  readonly before: string
  /** The line in the text, counted from 1. */
  readonly line: number
}

const formatCode = (text: string) =>
  `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/** Returns at most the first `most`. */
export function findInvisibleCharacters(text: string, most = 20): InvisibleCharacter[] {
  const found: InvisibleCharacter[] = []
  let [line, lineStart] = [1, 0]
  for (const { 0: characters, index, groups = {} } of text.matchAll(pattern)) {
    for (;;) {
      const lineEnd = text.indexOf('\n', lineStart)
      if (lineEnd < 0 || lineEnd >= index) break
      line++
      lineStart = lineEnd + 1
    }
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined)!
    const before = removeInvisibleCharacters(text.slice(Math.max(lineStart, index - 40), index))
    found.push({
      code: formatCode(characters),
      index,
      length: characters.length,
      description: descriptions[kind]!,
      before: before.slice(-20),
      line,
    })
    if (found.length === most) break
  }
  return found
}

/** Vertical tabs and the ends of pages and lines, which separate words. */
const separators = /(?![\t\n])(?=\p{Cc})[\s\u0085]/gu

/** Replaces a run of zero-width spaces with one of them, and each word separator with a space. */
export const removeInvisibleCharacters = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(separators, ' ')
    .replace(pattern, (run) => (run.includes('\u200b') ? '\u200b' : ''))
