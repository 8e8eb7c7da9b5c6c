import { collapseRepeated, createSkeleton } from './confusables.ts'

/**
 * A single character can represent four words (U+FDFA), and comparing names takes quadratic time in the number of
 * words.
 */
export const maxNameWords = 12

/**
 * A vertical bar looks like a letter. Joiners and variation selectors are invisible: "ed\u200citor" reads "editor". A
 * capital starts a new word: "TechSupport". An ampersand may be part of a word: "Ver&ah".
 */
export const splitWords = (name: string): readonly string[] =>
  name
    .normalize('NFKD')
    .replaceAll('&', ' and ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/(\p{Ll}\p{M}*)(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}|]+/u)
    .filter((word) => word !== '')

export function removeDigitsAtEnd(text: string): string {
  let end = text.length
  while (end > 0 && /[0-9]/.test(text[end - 1]!)) end--
  return text.slice(0, end)
}

/**
 * Creates skeletons with and without trailing digits, which may stand for letters or not: `editor-2` looks like
 * `editor`.
 */
export function createSkeletons(text: string): readonly string[] {
  const withoutDigits = removeDigitsAtEnd(text)
  return withoutDigits === text
    ? [createSkeleton(text)]
    : [createSkeleton(text), createSkeleton(withoutDigits)]
}

/**
 * Lists joined skeletons of neighbouring words, because spaces and hyphens can be anywhere: "e d i t o r". Joins at
 * most as many words as a name on a reader's page may have, so that the time doesn't grow quadratically with the name's
 * length.
 */
export function listParts(words: readonly string[]): ReadonlySet<string> {
  const skeletons = words.map(createSkeletons)
  const parts = new Set<string>()
  for (const start of skeletons.keys()) {
    let before = ''
    for (const endings of skeletons.slice(start, start + maxNameWords)) {
      for (const ending of endings) parts.add(collapseRepeated(before + ending))
      before += endings[0]
    }
  }
  parts.delete('')
  return parts
}
