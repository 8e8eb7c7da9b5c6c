/**
 * Spans of a text from an opening to the next closing. The text is scanned once: a closing that isn't
 * found is never looked for again, so that a text full of openings costs no more than its length.
 */

export type Span = {
  readonly opening: RegExpExecArray
  readonly inner: string
}

/** Both patterns are global. An opening without a closing stays as it is. */
export function replaceSpans(
  text: string,
  opening: RegExp,
  closing: RegExp,
  change: (span: Span) => string,
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
    parts.push(text.slice(at, open.index), change({ opening: open, inner }))
    at = closing.lastIndex
  }
  return parts.join('') + text.slice(at)
}
