/** A letter that is begun for the reader: the address that opens it in their mail program. */
export function letterAddress(letter: {
  readonly to: string
  readonly subject: string
  /** Lines of text; an empty one is a blank line. */
  readonly lines?: readonly string[]
}): string {
  const fields = [`subject=${encodeURIComponent(letter.subject)}`]
  // RFC 6068 wants CRLF between the lines.
  if (letter.lines) fields.push(`body=${encodeURIComponent(letter.lines.join('\r\n'))}`)
  return `mailto:${letter.to}?${fields.join('&')}`
}
