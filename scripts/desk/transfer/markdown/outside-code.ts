/** Markdown without its code: what tools put between braces means nothing in there. */
import { replaceCodeSpans } from './code-spans.ts'
import { setAside } from './placeholders.ts'

const fencePattern = /^\s{0,3}(?:>\s?)*(`{3,}|~{3,})/

/** Changes what is neither in a fenced block nor between backticks. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  const parts: { lines: string[]; isCode: boolean }[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const mark = fencePattern.exec(line)?.[1] ?? ''
    const opens = fence === '' && mark !== ''
    const isCode = fence !== '' || opens
    const closes = fence !== '' && mark.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.lines.push(line)
    else parts.push({ lines: [line], isCode })
    if (opens) fence = mark
    else if (closes) fence = ''
  }
  return parts
    .map(({ lines, isCode }) => (isCode ? lines.join('\n') : betweenSpans(lines, change)))
    .join('\n')
}

/** A stretch of text with its code spans set aside, so that a change may reach over them. */
function betweenSpans(lines: readonly string[], change: (text: string) => string): string {
  const spans = setAside('code')
  const held = lines.map((line) => replaceCodeSpans(line, spans.hold)).join('\n')
  return spans.restore(change(held))
}
