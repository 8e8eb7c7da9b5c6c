/** Converts `<figure>`, which holds pictures, embeds, tables, quotations, or several of them. */
import type { Element } from 'hast'
import type { NodeContext } from './conversion-context.ts'
import { figureTag, pullquoteTag } from './directive-elements.ts'
import { convertEmbedFigure } from './embed-elements.ts'
import {
  createElement,
  findElement,
  getText,
  hasClass,
  isBlank,
  isElement,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'
import { convertGallery, convertImage, readCaption } from './image-elements.ts'
import { convertPlayer } from './media-elements.ts'

const pullquoteClassPattern = /^(wp-block-pullquote|pull-?quote|is-style-pullquote)$/i

export function isPullquote(node: Element): boolean {
  return (
    isElement(node, 'figure', 'blockquote', 'aside', 'div') && hasClass(node, pullquoteClassPattern)
  )
}

/** Converts a pull quote, with its speaker in `<cite>` or the caption. */
export function convertPullquote(node: Element, { reduceNodes }: NodeContext): Node[] {
  const cite =
    findElement(node, ({ tagName }) => tagName === 'cite') ??
    node.children.find((child) => isElement(child, 'figcaption'))
  const words = reduceNodes(
    removeNodes(node.children, (inner) => inner === cite).flatMap((child) =>
      isElement(child, 'blockquote') ? child.children : [child],
    ),
  )
  const by = cite ? getText(cite.children) : ''
  return isBlank(words) ? [] : [createElement(pullquoteTag, words, { by })]
}

function removeNodes(nodes: readonly Node[], isRemoved: (node: Element) => boolean): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (!isElement(node)) return [node]
    return isRemoved(node) ? [] : [withChildren(node, removeNodes(node.children, isRemoved))]
  })
}

export function convertFigure(node: Element, context: NodeContext): Node[] {
  if (isPullquote(node)) return convertPullquote(node, context)
  const { reduceNodes } = context
  const caption = node.children.flatMap((child) =>
    isElement(child, 'figcaption') ? child.children : [],
  )
  const captionParagraphs = () =>
    isBlank(caption) ? [] : [createElement('p', reduceNodes(caption))]
  const rest = node.children.filter((child) => !isElement(child, 'figcaption'))
  const [player, ...others] = rest.filter((child) => !isBlank([child]))
  if (isElement(player, 'audio') && others.length === 0)
    return convertPlayer(player, getText(caption), context)
  const embedded = convertEmbedFigure(node, getText(caption))
  if (embedded) return embedded

  const images = findImages(rest)
  if (images.length === 1 && getText(rest) === '' && !hasOtherMedia(rest)) {
    const figures = convertImage(images[0]!, readCaption(caption, context), context)
    const hasFigure = figures.some((one) => isElement(one, figureTag))
    return hasFigure ? figures : [...figures, ...captionParagraphs()]
  }
  const inner = reduceNodes(rest)
  const figures = [...walkElements(inner)].filter(({ tagName }) => tagName === figureTag)
  if (figures.length > 1 && isBlank(removeNodes(inner, ({ tagName }) => tagName === figureTag)))
    return convertGallery(figures, getText(caption), context)
  return [createElement('div', inner), ...captionParagraphs()]
}

const otherMediaTags = new Set(
  'iframe video audio table object form script style figure'.split(' '),
)
const hasOtherMedia = (nodes: readonly Node[]) =>
  [...walkElements(nodes)].some(({ tagName }) => otherMediaTags.has(tagName))

/** Finds pictures, without the copies in `<noscript>` of those that load lazily. */
function findImages(nodes: readonly Node[]): Element[] {
  const images: Element[] = []
  const noscriptImages: Element[] = []
  const walk = (inner: readonly Node[], into: Element[]) => {
    for (const node of inner) {
      if (isElement(node, 'img')) into.push(node)
      else if (isElement(node))
        walk(node.children, node.tagName === 'noscript' ? noscriptImages : into)
    }
  }
  walk(nodes, images)
  return images.length > 0 ? images : noscriptImages
}
