/** Converts titles, names and excerpts, which systems store as HTML, to text. */

import { toSingleLine } from '../items/single-line.ts'
import { createText, getText, isElement, type Node } from './html-tree.ts'
import { parseHtml } from './parse-html.ts'

export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return toSingleLine(html)
  const parsed = parseHtml(html)
  return parsed.ok ? getText(separateBlocks(parsed.value.root.children as Node[])) : ''
}

/** Adds spaces between blocks, so that the words of two paragraphs aren't joined. */
function separateBlocks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node): Node[] =>
    isElement(node, 'p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote')
      ? [{ ...node, children: [...node.children, createText(' ')] }]
      : [node],
  )
}
