/** How much Markdown a text has, without parsing it: letters cost the parser little, and signs a lot of time and memory. */

/** A long story has a few thousand. */
export const maxMarks = 30_000

const signs = new Set('\n!#&*:<>[\\]^_`{|}~')

/** Letters of the same class have the same script, or nearly. Null for what isn't a letter, as far as that matters. */
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
