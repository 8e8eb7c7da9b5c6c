/** Moves blocks out of inline elements: a link around a heading becomes a heading with a link, for example. */

import type { Element } from 'hast'
import { noteConversion } from '../items/note.ts'
import type { LossReport } from './conversion-losses.ts'
import { directiveTags, figureTag, noteTag, pullquoteTag } from './directive-elements.ts'
import {
  createElement,
  createParagraph,
  createText,
  getAttribute,
  isBlank,
  isElement,
  isWhitespace,
  type Node,
  withChildren,
  wrapRuns,
} from './html-tree.ts'

const containerTags = new Set(['div', 'blockquote', 'li', noteTag])
const lineTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const listTags = new Set(['ul', 'ol'])
const opaqueTags = new Set(['pre', 'hr', 'table', ...directiveTags])
const blockTags = new Set([...containerTags, ...lineTags, ...listTags, ...opaqueTags])

export const isBlock = (node: Node): node is Element =>
  node.type === 'element' && blockTags.has(node.tagName)

export function liftBlocks(nodes: readonly Node[], losses: LossReport): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    const { tagName, children } = node
    if (tagName === 'table') return liftFromTable(node, losses)
    if (tagName === pullquoteTag) return liftFromPullquote(node, losses)
    if (listTags.has(tagName)) return liftFromList(node, losses)
    if (containerTags.has(tagName)) return [withChildren(node, liftBlocks(children, losses))]
    return opaqueTags.has(tagName) ? [node] : splitAtBlocks(node, losses)
  })
}

function splitAtBlocks(node: Element, losses: LossReport): Node[] {
  const inner = liftBlocks(node.children, losses)
  if (!inner.some(isBlock)) return [withChildren(node, inner)]
  // Keeps a heading whole by unwrapping its words.
  const children = /^h[1-6]$/.test(node.tagName) ? inner.flatMap(unwrapLineBlocks) : inner
  return wrapRuns(
    children.map((child) => (isBlock(child) ? wrapBlockContent(node, child, losses) : child)),
    isBlock,
    (run) => (run.every(isWhitespace) ? [] : [withChildren(node, run)]),
  )
}

function unwrapLineBlocks(node: Node): Node[] {
  return isElement(node, 'p', 'div') || (isElement(node) && lineTags.has(node.tagName))
    ? [createText(' '), ...node.children.flatMap(unwrapLineBlocks), createText(' ')]
    : [node]
}

/** Moves the emphasis or link around a block to the words in it. */
function wrapBlockContent(outer: Element, block: Element, losses: LossReport): Element {
  const { tagName, children } = block
  if (lineTags.has(outer.tagName)) return block
  if (containerTags.has(tagName) || lineTags.has(tagName))
    return withChildren(block, liftBlocks([withChildren(outer, children)], losses))
  if (listTags.has(tagName)) {
    const wrapItem = (item: Node) =>
      isElement(item) ? wrapBlockContent(outer, item, losses) : item
    return withChildren(block, children.map(wrapItem))
  }
  if (outer.tagName === 'a') {
    const what = tagName === figureTag ? 'pictures' : 'tables, code or embeds'
    losses.addCounted('lost', 'a link', 'links', `around ${what} removed`)
  }
  return block
}

/** Turns content between a list's items into items. */
function liftFromList(list: Element, losses: LossReport): Node[] {
  const toItems = (nodes: readonly Node[]): Element[] =>
    nodes.flatMap((child): Element[] => {
      if (isElement(child, 'li')) return [withChildren(child, liftBlocks(child.children, losses))]
      if (containsListItems(child)) return toItems((child as Element).children)
      const isSkipped = isWhitespace(child) || child.type === 'comment'
      return isSkipped ? [] : [createElement('li', liftBlocks([child], losses))]
    })
  const items = toItems(list.children)
  return items.length > 0 ? [withChildren(list, items)] : []
}

function containsListItems(node: Node): boolean {
  if (!isElement(node) || isElement(node, 'ul', 'ol', 'blockquote', 'table')) return false
  return node.children.some((inner) => isElement(inner, 'li') || containsListItems(inner))
}

/** Turns blocks in cells into text, and moves figures, embeds and code below the table. */
function liftFromTable(table: Element, losses: LossReport): Node[] {
  const after: Node[] = []
  const flattenCell = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return [node]
      if (node.tagName === 'br') return [createText(' ')]
      if (node.tagName === 'hr') return []
      if (directiveTags.has(node.tagName) || node.tagName === 'pre') {
        losses.add(noteConversion('a picture, embed or code block in a table was moved below it'))
        after.push(...liftBlocks([node], losses))
        return []
      }
      if (listTags.has(node.tagName)) losses.add(noteConversion('a list in a table became text'))
      const inner = flattenCell(node.children)
      return isBlock(node)
        ? [createText(' '), ...inner, createText(' ')]
        : [withChildren(node, inner)]
    })
  const normaliseRows = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return isWhitespace(node) || node.type === 'comment' ? [] : [node]
      const normalise = isElement(node, 'td', 'th') ? flattenCell : normaliseRows
      return [withChildren(node, normalise(node.children))]
    })
  return [withChildren(table, normaliseRows(table.children)), ...after]
}

/** Keeps the paragraphs of a pull quote, and moves everything else below it. */
function liftFromPullquote(quote: Element, losses: LossReport): Node[] {
  const inside = liftBlocks(quote.children, losses).flatMap((node): Node[] =>
    isElement(node, 'div', 'blockquote') ? node.children : [node],
  )
  const isMoved = (node: Node) => isBlock(node) && node.tagName !== 'p'
  const paragraphs = inside.filter((node) => !isMoved(node))
  const after = inside.filter(isMoved)
  if (!isBlank(paragraphs)) return [withChildren(quote, paragraphs), ...after]
  // A quotation without words only framed a picture, for example.
  const by = getAttribute(quote, 'by')
  return [...after, ...(by ? [createParagraph(by)] : [])]
}
