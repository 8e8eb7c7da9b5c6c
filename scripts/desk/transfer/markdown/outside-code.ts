/** Markdown without its code: what tools put between braces means nothing in there. */

const fencePattern = /^\s{0,3}(?:>\s?)*(`{3,}|~{3,})/

/** Changes what is neither in a fenced block nor between backticks. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  const parts: { text: string; isCode: boolean }[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const mark = fencePattern.exec(line)?.[1] ?? ''
    const opens = fence === '' && mark !== ''
    const isCode = fence !== '' || opens
    const closes = fence !== '' && mark.startsWith(fence) && /^[\s>]*[`~]+\s*$/.test(line)
    const last = parts.at(-1)
    if (last?.isCode === isCode) last.text += `\n${line}`
    else parts.push({ text: line, isCode })
    if (opens) fence = mark
    else if (closes) fence = ''
  }
  return parts.map(({ text, isCode }) => (isCode ? text : betweenSpans(text, change))).join('\n')
}

/** A stretch of text with its code spans set aside, so that a change may reach over them. */
function betweenSpans(text: string, change: (text: string) => string): string {
  const spans: string[] = []
  const held = text.replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, (span) => {
    spans.push(span)
    // Of the private use area: no keyboard writes it.
    return `\uE000${spans.length - 1}\uE001`
  })
  return change(held).replace(/\uE000(\d+)\uE001/g, (whole, index) => spans[Number(index)] ?? whole)
}
