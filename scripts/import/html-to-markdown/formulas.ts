/** Finds LaTeX formulas, which a script on the page turned into pictures. */
import { noteConversion } from '../items/note.ts'
import { quoteForReport } from './conversion-losses.ts'

export type FormulaPart =
  | string
  | {
      readonly formula: string
      /** The formula's source with its delimiters. */
      readonly source: string
    }

/** Delimiters. Those with the same first character are tried in this order. */
const delimiters = [
  { opening: '$$', closing: '$$', isSure: false },
  { opening: '$latex ', closing: '$', isSure: true },
  { opening: '\\\\(', closing: '\\\\)', isSure: false },
  { opening: '\\\\[', closing: '\\\\]', isSure: false },
  { opening: '\\(', closing: '\\)', isSure: false },
  { opening: '\\[', closing: '\\]', isSure: false },
] as const

/** Matches a command, a power, an index or a sum, rather than a price, a name or words in brackets. */
const formulaPattern = /\\[a-z]{2}|\^|_\{|(?<!\w)[a-z]_\w|\w\s*[=+<>]\s*[\w\\]/i

/** Takes linear time: a failed search isn't repeated, and the text that a successful one covers is skipped. */
export function splitFormulas(text: string): readonly FormulaPart[] {
  const parts: FormulaPart[] = []
  const starts = delimiters.map(({ opening }) => text.indexOf(opening))
  let from = 0
  let at = 0
  for (;;) {
    let next = -1
    for (const [index, { opening }] of delimiters.entries()) {
      if (starts[index]! >= 0 && starts[index]! < at) starts[index] = text.indexOf(opening, at)
      const start = starts[index]!
      if (start >= 0 && (next < 0 || start < starts[next]!)) next = index
    }
    if (next < 0) break
    const { opening, closing, isSure } = delimiters[next]!
    const start = starts[next]!
    const end = text.indexOf(closing, start + opening.length)
    if (end < 0) {
      starts[next] = -1
      continue
    }
    const formula = text.slice(start + opening.length, end).trim()
    at = end + closing.length
    if (formula === '' || !(isSure || formulaPattern.test(formula))) continue
    if (start > from) parts.push(text.slice(from, start))
    parts.push({ formula, source: text.slice(start, at) })
    from = at
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}

export const noteFormula = (formula: string) =>
  noteConversion('formula kept as code: {}', quoteForReport(formula))
