/**
 * Text of documents and manuscripts on its way to a terminal: whoever wrote it must not move the
 * cursor, colour a line or hide one.
 */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' || character === '\t' ? character : '\ufffd',
  )
}
