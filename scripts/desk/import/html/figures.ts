/** The element `<figure>`, which holds pictures, embeds, tables, quotations, or several of them. */
import type { Element } from 'hast'
import type { Conversion, Reduce } from './conversion.ts'
import { figureTag, pullquote } from './directives.ts'
import { embedFigure } from './embeds.ts'
import { captionWords, gallery, picture } from './pictures.ts'
import {
  element,
  elementsIn,
  find,
  hasClass,
  isBlank,
  isElement,
  type Node,
  textOf,
} from './tree.ts'

const pullquoteClass = /^(wp-block-pullquote|pull-?quote|is-style-pullquote)$/i

export function isPullquote(node: Element): boolean {
  return isElement(node, 'figure', 'blockquote', 'aside', 'div') && hasClass(node, pullquoteClass)
}

/** A sentence of the article, set apart; who said it stands in a `<cite>`. */
export function pullquoteOf(node: Element, go: Reduce): Node[] {
  const under = node.children.find((child) => isElement(child, 'figcaption')) as Element | undefined
  const cite = find(node, ({ tagName }) => tagName === 'cite') ?? under
  const words = go(
    without(node.children, cite).flatMap((child) =>
      isElement(child, 'blockquote') ? child.children : [child],
    ),
  )
  return isBlank(words) ? [] : [pullquote(words, cite ? textOf(cite.children) : '')]
}

function without(nodes: readonly Node[], dropped: Element | undefined): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node === dropped) return []
    return isElement(node)
      ? [element(node.tagName, node.properties, without(node.children, dropped))]
      : [node]
  })
}

export function figureElement(node: Element, go: Reduce, conversion: Conversion): Node[] {
  if (isPullquote(node)) return pullquoteOf(node, go)
  const captions = node.children.filter((child) => isElement(child, 'figcaption')) as Element[]
  const caption = captions.flatMap((child) => child.children)
  const rest = node.children.filter((child) => !isElement(child, 'figcaption'))
  const embedded = embedFigure(node, textOf(caption))
  if (embedded) return embedded

  const pictures = picturesIn(rest)
  // One picture and nothing else, perhaps within a link.
  if (pictures.length === 1 && textOf(rest) === '' && !hasOther(rest)) {
    const figures = picture(pictures[0]!, captionWords(caption, conversion), conversion)
    return figures.some((made) => isElement(made, figureTag))
      ? figures
      : [...figures, ...asText(caption, go)]
  }
  const inner = go(rest)
  const figures = inner.flatMap(figuresIn)
  if (figures.length > 1 && isBlank(inner.flatMap(withoutFigures))) {
    return gallery(figures, textOf(caption) || null, conversion)
  }
  return [element('div', {}, inner), ...asText(caption, go)]
}

function asText(caption: readonly Node[], go: Reduce): Node[] {
  return isBlank(caption) ? [] : [element('p', {}, go(caption))]
}

function hasOther(nodes: readonly Node[]): boolean {
  return [...elementsIn(nodes)].some((inner) =>
    isElement(
      inner,
      'iframe',
      'video',
      'audio',
      'table',
      'object',
      'form',
      'script',
      'style',
      'figure',
    ),
  )
}

/** Its pictures, without the copies for readers without scripts of those that load late. */
function picturesIn(nodes: readonly Node[]): Element[] {
  const images: Element[] = []
  const copies: Element[] = []
  const walk = (inner: readonly Node[], into: Element[]) => {
    for (const node of inner) {
      if (isElement(node, 'img')) into.push(node)
      else if (isElement(node)) walk(node.children, node.tagName === 'noscript' ? copies : into)
    }
  }
  walk(nodes, images)
  return images.length > 0 ? images : copies
}

function figuresIn(node: Node): Element[] {
  if (!isElement(node)) return []
  return node.tagName === figureTag ? [node] : node.children.flatMap(figuresIn)
}

function withoutFigures(node: Node): Node[] {
  if (!isElement(node)) return [node]
  return node.tagName === figureTag
    ? []
    : [element(node.tagName, {}, node.children.flatMap(withoutFigures))]
}
