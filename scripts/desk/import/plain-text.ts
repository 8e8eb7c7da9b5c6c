/** A title, name or excerpt, which systems keep as HTML, as the words that readers see. */
import { parseHtml } from './html/bounded-html.ts'
import { isElement, type Node, oneLine, rawTextOf, text } from './html/tree.ts'

export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return withoutControls(html)
  const parsed = parseHtml(html)
  return parsed.ok ? withoutControls(rawTextOf(spaced(parsed.value.root.children as Node[]))) : ''
}

function withoutControls(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
  return oneLine(value.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' '))
}

/** So that the words of two paragraphs do not run together. */
function spaced(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] =>
    isElement(node, 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote')
      ? [{ ...node, children: [...node.children, text(' ')] }]
      : [node],
  )
}
