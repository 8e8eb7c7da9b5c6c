export type DelimitedSpan = {
  readonly opening: RegExpExecArray
  readonly inner: string
}

/** Takes linear time, because it stops after the first missing closing. Keeps unclosed openings. */
export function replaceDelimitedSpans(
  text: string,
  opening: RegExp,
  closing: RegExp,
  replaceSpan: (span: DelimitedSpan) => string,
): string {
  const parts: string[] = []
  let at = 0
  for (;;) {
    opening.lastIndex = at
    const open = opening.exec(text)
    if (!open) break
    closing.lastIndex = opening.lastIndex
    const close = closing.exec(text)
    if (!close) break
    const inner = text.slice(opening.lastIndex, close.index)
    parts.push(text.slice(at, open.index), replaceSpan({ opening: open, inner }))
    at = closing.lastIndex
  }
  return parts.join('') + text.slice(at)
}
