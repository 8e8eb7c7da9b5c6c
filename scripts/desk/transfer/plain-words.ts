/** Texts of one line, cut where a word ends. */

export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what goes
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim()
}

/** At most so many characters, with an ellipsis where something is left out. */
export function cutShort(text: string, longest: number): string {
  const line = oneLine(text)
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  // One line has single spaces.
  const words = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))
  // Half of what takes two units to write is no character.
  return `${(words || cut).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
