/** Marks matching words as plain text, never HTML. */
import type { SearchHit } from '../../browser/search-engine.ts'

export type TextPart = { readonly text: string; readonly isMatch: boolean }

export type HighlightedHit = {
  readonly title: readonly TextPart[]
  readonly dek: readonly TextPart[]
  /** The passage of the free preview with the most matches; null without matches. */
  readonly passage: readonly TextPart[] | null
}

const passageLength = 28

/** Splits words as Pagefind does. */
const splitWords = (text: string) => text.split(/[^\S\uFEFF]+/).filter(Boolean)

/** Joins neighbouring words that all match, or that all don't. */
function toTextParts(words: readonly string[], isMatch: (index: number) => boolean): TextPart[] {
  const parts: { text: string; isMatch: boolean }[] = []
  for (const [index, word] of words.entries()) {
    const last = parts.at(-1)
    const matchedPlaces = isMatch(index)
    if (last?.isMatch === matchedPlaces) last.text += ` ${word}`
    else {
      if (last && matchedPlaces) last.text += ' '
      parts.push({ text: matchedPlaces || !last ? word : ` ${word}`, isMatch: matchedPlaces })
    }
  }
  return parts
}

/** Returns the start of the passage of `words` words with the most matches. */
function findDensestStart(places: readonly number[], words: number): number {
  let densest = { start: 0, count: 0 }
  for (const place of places) {
    const count = places.filter((other) => other >= place && other < place + passageLength).length
    if (count > densest.count) densest = { start: place, count }
  }
  // The passage begins some words before the first match, and is whole at the end of the text.
  return Math.max(0, Math.min(densest.start - 6, words - passageLength))
}

export function highlightHit({ title, dek, text, wordPositions }: SearchHit): HighlightedHit {
  const matchedPlaces = new Set(wordPositions)
  const titleWords = splitWords(title)
  const dekWords = splitWords(dek)
  const wordsBeforeFreePreview = titleWords.length + dekWords.length
  const freePreview = splitWords(text).slice(wordsBeforeFreePreview)
  const freePreviewPlaces = wordPositions
    .map((place) => place - wordsBeforeFreePreview)
    .filter((place) => place >= 0)
  const start = findDensestStart(freePreviewPlaces, freePreview.length)
  const passage = freePreview.slice(start, start + passageLength)
  if (passage.length > 0) {
    if (start > 0) passage[0] = `… ${passage[0]}`
    if (start + passageLength < freePreview.length) passage[passage.length - 1] += ' …'
  }
  return {
    title: toTextParts(titleWords, (index) => matchedPlaces.has(index)),
    dek: toTextParts(dekWords, (index) => matchedPlaces.has(titleWords.length + index)),
    passage:
      freePreviewPlaces.length > 0
        ? toTextParts(passage, (index) => matchedPlaces.has(wordsBeforeFreePreview + start + index))
        : null,
  }
}
