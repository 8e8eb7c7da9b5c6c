/** Converts links that our Markdown allows; the others become text. */

import type { Element } from 'hast'
import { noteLoss } from '../items/note.ts'
import type { NodeContext } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import { atomicTags, figureTag } from './directive-elements.ts'
import {
  createElement,
  createText,
  getAttribute,
  getText,
  isBlank,
  isElement,
  type Node,
} from './html-tree.ts'
import { resolveLink } from './link-addresses.ts'

export function convertLink(node: Element, context: NodeContext): Node[] {
  const { losses, position, reduceNodes } = context
  const href = getAttribute(node, 'href')
  if (href === '' || position.marks.has('a')) return reduceNodes(node.children)
  if (href.startsWith('#')) {
    if (isBlank(node.children)) return []
    losses.addCounted('lost', 'a link', 'links', 'within the page became text')
    return reduceNodes(node.children)
  }
  const address = resolveLink(href, context.source)
  if (!address) {
    const target = quoteForReport(href.slice(0, 60))
    losses.addCounted('lost', 'a link', 'links', 'became text: {}', target)
    return reduceNodes(node.children)
  }
  const children = reduceNodes(node.children, { marks: new Set([...position.marks, 'a']) })
  const hasAtom = children.some((child) => isElement(child) && atomicTags.has(child.tagName))
  if (isBlank(children) && !hasAtom) {
    if (!isBlank(node.children))
      losses.add(noteLoss('a link without text was removed: {}', quoteForReport(address)))
    return children
  }
  // A picture needs no link to its own full size.
  const [only, ...others] = children.filter((child) => !isBlank([child]))
  const isImageLink = /\.(jpe?g|png|gif|webp|avif)$/i.test(address)
  if (isElement(only, figureTag) && others.length === 0 && isImageLink) return children
  const title = getText([createText(getAttribute(node, 'title'))])
  return [createElement('a', children, { href: address, ...(title ? { title } : {}) })]
}
