/** Which words of a result were looked for. Gives pieces of plain text, never HTML. */
import type { SearchHit } from '../../browser/search-engine.ts'

export type Piece = { readonly text: string; readonly isMatch: boolean }

export type HighlightedHit = {
  readonly title: readonly Piece[]
  readonly dek: readonly Piece[]
  /** The passage of the lead-in with most of the words; null where none of them stands there. */
  readonly passage: readonly Piece[] | null
}

/** Words of a passage. */
const passageLength = 28

/** Pagefind counts words so. */
const wordsOf = (text: string) => text.split(/[^\S\uFEFF]+/).filter(Boolean)

/** Joins words; neighbours of a kind become one piece. */
function piecesOf(words: readonly string[], isMatch: (index: number) => boolean): Piece[] {
  const pieces: { text: string; isMatch: boolean }[] = []
  for (const [index, word] of words.entries()) {
    const last = pieces.at(-1)
    const matches = isMatch(index)
    if (last?.isMatch === matches) last.text += ` ${word}`
    else {
      if (last && matches) last.text += ' '
      pieces.push({ text: matches || !last ? word : ` ${word}`, isMatch: matches })
    }
  }
  return pieces
}

/** The start of as many words as hold most of the places, the first one where several do. */
function densest(places: readonly number[], words: number): number {
  let best = { start: 0, count: 0 }
  for (const place of places) {
    const count = places.filter((other) => other >= place && other < place + passageLength).length
    if (count > best.count) best = { start: place, count }
  }
  // Some words before the first match, and no less than a whole passage at the end.
  return Math.max(0, Math.min(best.start - 6, words - passageLength))
}

export function highlight({ title, dek, text, places }: SearchHit): HighlightedHit {
  const matches = new Set(places)
  const titleWords = wordsOf(title)
  const dekWords = wordsOf(dek)
  const before = titleWords.length + dekWords.length
  const leadIn = wordsOf(text).slice(before)
  const inLeadIn = places.map((place) => place - before).filter((place) => place >= 0)
  const start = densest(inLeadIn, leadIn.length)
  const passage = leadIn.slice(start, start + passageLength)
  if (passage.length > 0) {
    if (start > 0) passage[0] = `… ${passage[0]}`
    if (start + passageLength < leadIn.length) passage[passage.length - 1] += ' …'
  }
  return {
    title: piecesOf(titleWords, (index) => matches.has(index)),
    dek: piecesOf(dekWords, (index) => matches.has(titleWords.length + index)),
    passage:
      inLeadIn.length > 0
        ? piecesOf(passage, (index) => matches.has(before + start + index))
        : null,
  }
}
