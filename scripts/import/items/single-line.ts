/** Most texts need no change: testing for that is faster than replacing each space with itself. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const irregularSpace = /[^\S ]|[\u0000-\u001f\u007f-\u009f]| {2}/
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const spaces = /[\s\u0000-\u001f\u007f-\u009f]+/g

export function toSingleLine(text: string): string {
  return (irregularSpace.test(text) ? text.replace(spaces, ' ') : text).trim()
}

/** Shortens to `maxLength` characters at the end of a word, with an ellipsis. */
export function truncate(text: string, maxLength: number): string {
  const line = toSingleLine(text)
  if (line.length <= maxLength) return line
  const cut = line.slice(0, maxLength - 1)
  const wholeWords = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))
  // Removes a surrogate that was cut in half.
  return `${(wholeWords || cut).replace(/[\ud800-\udbff]$/, '').trimEnd()}…`
}
