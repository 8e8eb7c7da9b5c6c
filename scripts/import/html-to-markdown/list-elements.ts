import type { Element } from 'hast'
import { noteConversion } from '../items/note.ts'
import type { NodeContext } from './conversion-context.ts'
import { convertQuotedPost } from './embed-elements.ts'
import { convertPullquote, isPullquote } from './figure-elements.ts'
import {
  createElement,
  createText,
  getAttribute,
  hasClass,
  isElement,
  type Node,
} from './html-tree.ts'

/** Readers can't distinguish deeper levels, and markdown-it parses at most 100 levels in total. */
const maxDepth = 8

export function convertQuote(node: Element, context: NodeContext): Node[] {
  const { position, losses, reduceNodes } = context
  const quote = (nodes: readonly Node[]) => {
    const change = { quoteDepth: position.quoteDepth + 1, allowsItems: false }
    return createElement('blockquote', reduceNodes(nodes, change))
  }
  if (isPullquote(node)) return convertPullquote(node, context)
  const post = convertQuotedPost(node)
  if (post) return post.map((part) => (isElement(part, 'blockquote') ? quote(part.children) : part))
  if (position.isInTable) return reduceNodes(node.children)
  if (position.quoteDepth >= maxDepth) {
    losses.add(noteConversion('deeply nested quotations were flattened'))
    return [createElement('div', reduceNodes(node.children))]
  }
  return [
    quote(
      node.children.map((child) =>
        isElement(child, 'cite')
          ? createElement('p', [createText('— '), ...child.children])
          : child,
      ),
    ),
  ]
}

export function convertList(node: Element, { position, losses, reduceNodes }: NodeContext): Node[] {
  const isTooDeep = position.listDepth >= maxDepth
  const change = { listDepth: position.listDepth + 1, allowsItems: !isTooDeep }
  const inner = reduceNodes(node.children, change)
  if (isTooDeep) {
    losses.add(noteConversion('deeply nested lists were flattened'))
    return [createElement('div', inner)]
  }
  // Old galleries are lists of pictures.
  if (hasClass(node, /gallery/) && inner.length > 0)
    return inner.flatMap((item) => (isElement(item, 'li') ? item.children : [item]))
  if (node.tagName !== 'ol') return [createElement('ul', inner)]
  if (node.properties.reversed)
    losses.add(noteConversion('a list numbered backwards is now numbered forwards'))
  const startNumber = Number.parseInt(getAttribute(node, 'start') || '1', 10)
  const start = startNumber >= 0 && startNumber <= 99_999_999 ? startNumber : 1
  if (start !== startNumber)
    losses.add(noteConversion('a list now starts at 1 instead of its own number'))
  return [createElement('ol', inner, { start })]
}
