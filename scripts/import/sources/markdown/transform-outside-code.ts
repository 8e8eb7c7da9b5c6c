/** Changes Markdown outside code, where template tags have no meaning. */
import { replaceCodeSpans } from './code-spans.ts'
import { createPlaceholders } from './placeholders.ts'

const fencePattern = /^\s{0,3}(?:>\s?)*(`{3,}|~{3,})/

/** Protects code, so that a change may extend over it. */
export function transformOutsideCode(
  markdown: string,
  transform: (text: string) => string,
): string {
  const code = createPlaceholders('code')
  const parts: { lines: string[]; isCode: boolean }[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const fenceMarker = fencePattern.exec(line)?.[1] ?? ''
    const isOpening = fence === '' && fenceMarker !== ''
    const isCode = fence !== '' || isOpening
    const isClosing = fence !== '' && fenceMarker.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else parts.push({ lines: [line], isCode })
    if (isOpening) fence = fenceMarker
    else if (isClosing) fence = ''
  }
  const withPlaceholders = parts.flatMap(({ lines, isCode }) =>
    isCode
      ? code.protect(lines.join('\n'))
      : lines.map((line) => replaceCodeSpans(line, code.protect)),
  )
  return code.restore(transform(withPlaceholders.join('\n')))
}
