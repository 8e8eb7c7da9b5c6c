/** Estimates what parsing a text costs: letters take the parser little time and memory, and signs a lot. */

/** A long story has a few thousand. */
export const maxMarks = 30_000

const signs = new Set('\n!#&*:<>[\\]^_`{|}~')

/** Letters of one class share a script, or nearly. Returns null for most characters that aren't letters. */
function classifyLetter(code: number): number | null {
  if (code < 0x370) return code < 0x41 ? null : 0
  if (code >= 0x2000 && code < 0x2e80) return null
  // The Arabic script has several blocks.
  return code < 0x900 ? 1 : code >> 7
}

/** Counts signs, line breaks and changes from one script to another. */
export function countMarks(text: string): number {
  let marks = 0
  let script = 0
  for (const character of text) {
    if (signs.has(character)) {
      marks++
      continue
    }
    const found = classifyLetter(character.codePointAt(0)!)
    if (found === null || found === script) continue
    script = found
    marks++
  }
  return marks
}
