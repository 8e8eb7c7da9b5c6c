export function createMailtoLink(message: {
  readonly to: string
  readonly subject: string
  /** The lines of the text; an empty one is a blank line. */
  readonly lines?: readonly string[]
}): string {
  const fields = [`subject=${encodeURIComponent(message.subject)}`]
  // RFC 6068 requires CRLF.
  if (message.lines) fields.push(`body=${encodeURIComponent(message.lines.join('\r\n'))}`)
  return `mailto:${message.to}?${fields.join('&')}`
}
