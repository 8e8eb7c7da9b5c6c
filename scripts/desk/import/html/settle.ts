/**
 * Puts blocks where Markdown can have them: between paragraphs, never inside a line. A link around a
 * heading becomes a heading with a link in it, a paragraph around a picture becomes two.
 */
import type { Element } from 'hast'
import { directiveTags, figureTag, noteTag, pullquoteTag } from './directives.ts'
import { howMany, type Losses } from './losses.ts'
import { element, isBlank, isElement, type Node, text } from './tree.ts'

/** Blocks that hold blocks. */
const containers = new Set(['div', 'blockquote', 'li', noteTag])
/** Blocks that hold a line of text. */
const lines = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const lists = new Set(['ul', 'ol'])
/** Blocks that are left as they are. */
const closed = new Set(['pre', 'hr', 'table', ...directiveTags])

export function isBlock(node: Node): boolean {
  if (node.type !== 'element') return false
  const { tagName } = node
  return containers.has(tagName) || lines.has(tagName) || lists.has(tagName) || closed.has(tagName)
}

export const isSpace = (node: Node) => node.type === 'text' && node.value.trim() === ''

/** The content of a block: what stands in it, with every block in it where it may be. */
export function settle(nodes: readonly Node[], losses: Losses): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    const { tagName, properties, children } = node
    if (tagName === 'table') return settleTable(node, losses)
    if (tagName === pullquoteTag) return settlePullquote(node, losses)
    if (lists.has(tagName)) return settleList(node, losses)
    if (containers.has(tagName)) return [element(tagName, properties, settle(children, losses))]
    if (closed.has(tagName)) return [node]
    return split(node, losses)
  })
}

/** A line or a part of one: itself, or where blocks stand in it, what is before, they, and what is after. */
function split(node: Element, losses: Losses): Node[] {
  const inner = settle(node.children, losses)
  if (!inner.some(isBlock)) return [element(node.tagName, node.properties, inner)]
  // A heading stays one: what only wrapped its words goes.
  const children = /^h[1-6]$/.test(node.tagName) ? inner.flatMap(unwrapped) : inner
  const parts: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    if (!run.every(isSpace)) parts.push(element(node.tagName, node.properties, run))
    run = []
  }
  for (const child of children) {
    if (isBlock(child)) {
      endRun()
      parts.push(around(node, child as Element, losses))
    } else {
      run.push(child)
    }
  }
  endRun()
  return parts
}

function unwrapped(node: Node): Node[] {
  return isElement(node, 'p', 'div') || (isElement(node) && lines.has(node.tagName))
    ? [text(' '), ...node.children.flatMap(unwrapped), text(' ')]
    : [node]
}

/** A block that stood in emphasis or a link: its words get them. */
function around(outer: Element, block: Element, losses: Losses): Element {
  const { tagName, properties, children } = block
  if (lines.has(outer.tagName)) return block
  if (containers.has(tagName) || lines.has(tagName)) {
    const inner = [element(outer.tagName, outer.properties, children)]
    return element(tagName, properties, settle(inner, losses))
  }
  if (lists.has(tagName)) {
    const items = children.map((item) => (isElement(item) ? around(outer, item, losses) : item))
    return element(tagName, properties, items)
  }
  if (outer.tagName === 'a') {
    losses.count((count) =>
      tagName === figureTag
        ? `${howMany(count, 'a link', 'links')} around pictures left out`
        : `${howMany(count, 'a link', 'links')} around tables, code or embeds left out`,
    )
  }
  return block
}

/** Only items stand in a list; what stands between them becomes one. */
function settleList(list: Element, losses: Losses): Node[] {
  const items = (nodes: readonly Node[]): Element[] =>
    nodes.flatMap((child): Element[] => {
      if (isElement(child, 'li')) {
        return [element('li', child.properties, settle(child.children, losses))]
      }
      if (holdsItems(child)) {
        return items((child as Element).children)
      }
      return isSpace(child) || child.type === 'comment'
        ? []
        : [element('li', {}, settle([child], losses))]
    })
  const made = items(list.children)
  return made.length > 0 ? [element(list.tagName, list.properties, made)] : []
}

function holdsItems(node: Node): boolean {
  if (!isElement(node) || isElement(node, 'ul', 'ol', 'blockquote', 'table')) return false
  return node.children.some((inner) => isElement(inner, 'li') || holdsItems(inner))
}

/** Cells hold a line each: blocks in them become text, figures and the like stand after the table. */
function settleTable(table: Element, losses: Losses): Node[] {
  const after: Node[] = []
  const line = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return [node]
      if (node.tagName === 'br') return [text(' ')]
      if (node.tagName === 'hr') return []
      if (directiveTags.has(node.tagName) || node.tagName === 'pre') {
        losses.say('a picture, an embed or code within a table was put after it')
        after.push(...settle([node], losses))
        return []
      }
      if (lists.has(node.tagName)) losses.say('a list within a table became text')
      const inner = line(node.children)
      return isBlock(node)
        ? [text(' '), ...inner, text(' ')]
        : [element(node.tagName, node.properties, inner)]
    })
  const rows = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (!isElement(node)) return isSpace(node) || node.type === 'comment' ? [] : [node]
      const { tagName, properties, children } = node
      const inner = isElement(node, 'td', 'th') ? line(children) : rows(children)
      return [element(tagName, properties, inner)]
    })
  return [element('table', table.properties, rows(table.children)), ...after]
}

/** A pull quote holds paragraphs; anything else that stood in it stands after it. */
function settlePullquote(quote: Element, losses: Losses): Node[] {
  const settled = settle(quote.children, losses)
  const inside = settled.flatMap((node): Node[] =>
    isElement(node, 'div', 'blockquote') ? node.children : [node],
  )
  const paragraphs = inside.filter((node) => !isBlock(node) || isElement(node, 'p'))
  const after = inside.filter((node) => isBlock(node) && !isElement(node, 'p'))
  // Around nothing but a picture, say, it was no pull quote.
  const by = typeof quote.properties.by === 'string' ? quote.properties.by : ''
  if (isBlank(paragraphs)) return [...after, ...(by ? [element('p', {}, [text(by)])] : [])]
  return [element(pullquoteTag, quote.properties, paragraphs), ...after]
}
