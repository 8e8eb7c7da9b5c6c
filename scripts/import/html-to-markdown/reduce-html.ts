/** Reduces HTML to the elements of our Markdown. The rest is dropped or becomes text, with a note. */

import type { Element } from 'hast'
import { noteConversion, noteLoss } from '../items/note.ts'
import {
  convertCodeBlock,
  convertInlineCode,
  convertSuperscript,
  hasCodeLines,
} from './code-elements.ts'
import type { ConversionContext, NodeContext, NodePosition } from './conversion-context.ts'
import { quoteForReport } from './conversion-losses.ts'
import {
  atomicTags,
  detectLanguage,
  langTag,
  moreTag,
  noteTag,
  pullquoteTag,
} from './directive-elements.ts'
import {
  convertBareLink,
  convertBookmarkCard,
  convertFrame,
  convertPlayerPlaceholder,
} from './embed-elements.ts'
import { convertFigure, convertPullquote, isPullquote } from './figure-elements.ts'
import {
  createElement,
  createText,
  findElement,
  getAttribute,
  getText,
  isBlank,
  isElement,
  isWhitespace,
  type Node,
  walkElements,
  withChildren,
} from './html-tree.ts'
import { convertImage, findBackgroundImage, noCaption } from './image-elements.ts'
import { convertLink } from './link-elements.ts'
import { convertList, convertQuote } from './list-elements.ts'
import { convertMediaCard, convertPlayer } from './media-elements.ts'
import { convertTable } from './table-elements.ts'

const marks = new Map([
  ...['b', 'strong'].map((tagName) => [tagName, 'strong'] as const),
  ...['i', 'em', 'cite', 'dfn', 'var', 'u', 'mark'].map((tagName) => [tagName, 'em'] as const),
  ...['s', 'strike', 'del'].map((tagName) => [tagName, 'del'] as const),
])
const textBlockTags = new Set(
  'address article aside body center dd details dialog div dl fieldset figcaption footer header hgroup html legend main nav section'.split(
    ' ',
  ),
)
/** Elements dropped with a note. */
const droppedTags = new Set(
  'applet canvas form frame frameset input map math meter noembed noframes optgroup option progress script select style svg template textarea'.split(
    ' ',
  ),
)
/** Elements dropped without a note: readers never saw them, or they only describe other elements. */
const invisibleTags = new Set(
  'area base datalist head link meta param rp source title track wbr'.split(' '),
)

const rootPosition: NodePosition = {
  marks: new Set(),
  quoteDepth: 0,
  listDepth: 0,
  allowsItems: false,
  isInTable: false,
  isInHeading: false,
}

export function reduceHtml(
  nodes: readonly Node[],
  context: ConversionContext,
  position = rootPosition,
): Node[] {
  const nodeContext: NodeContext = {
    ...context,
    position,
    reduceNodes: (inner, change) => reduceHtml(inner, context, { ...position, ...change }),
  }
  return nodes.flatMap((node) => reduceNode(node, nodeContext))
}

function reduceNode(node: Node, context: NodeContext): Node[] {
  if (node.type === 'text') return [createText(node.value)]
  if (node.type !== 'element') return []
  const { losses, position, reduceNodes } = context
  const { tagName, children } = node
  const emphasise = (mark: string) =>
    createElement(mark, reduceNodes(children, { marks: new Set([...position.marks, mark]) }))

  if (atomicTags.has(tagName)) return [node]
  if (tagName === moreTag) {
    if (position.quoteDepth + position.listDepth === 0 && !position.isInTable) return [node]
    losses.add(noteConversion('a “read more” marker in a quotation, list or table was removed'))
    return []
  }
  if (tagName === noteTag || tagName === pullquoteTag) {
    const change = { quoteDepth: position.quoteDepth + 1, allowsItems: false }
    return [withChildren(node, reduceNodes(children, change))]
  }
  const lang = detectLanguage(node)
  if (lang) {
    // Keeps emphasis around the words.
    const words = [createElement(langTag, children, { lang })]
    return reduceNode(createElement(tagName, words, { style: node.properties.style }), context)
  }
  if (tagName === langTag) return [withChildren(node, reduceNodes(children))]
  const background = findBackgroundImage(node, context)
  if (background) {
    const { style: _, ...properties } = node.properties
    const inner = createElement(tagName, children, properties)
    return [...convertImage(background, noCaption, context), ...reduceNode(inner, context)]
  }
  const cardNodes = convertMediaCard(node, context) ?? convertBookmarkCard(node, context)
  if (cardNodes) return cardNodes
  const mark = findMark(node)
  if (mark) return position.marks.has(mark) ? reduceNodes(children) : [emphasise(mark)]
  if (/^h[1-6]$/.test(tagName)) {
    if (position.isInHeading || position.isInTable) return reduceNodes(children)
    const line = removeLineBreaks(reduceNodes(children, { isInHeading: true }))
    return [createElement(tagName, line)]
  }
  switch (tagName) {
    case 'a':
      return convertLink(node, context)
    case 'p': {
      const link = position.isInTable ? null : convertBareLink(node)
      return link ?? [createElement('p', reduceNodes(children))]
    }
    case 'br':
    case 'hr':
      return [createElement(tagName)]
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return hasCodeLines(node) && !position.isInHeading
        ? convertCodeBlock(node, position.isInTable)
        : convertInlineCode(node)
    case 'sup':
    case 'sub':
      return convertSuperscript(node, reduceNodes(children), context)
    case 'q':
      return [createText('“'), ...reduceNodes(children), createText('”')]
    case 'abbr':
    case 'acronym': {
      const longForm = getAttribute(node, 'title')
      if (longForm !== '' && longForm !== getText(children)) {
        const abbreviation = quoteForReport(getText(children))
        losses.add(
          noteLoss('long form removed: {}', `${abbreviation} (${quoteForReport(longForm)})`),
        )
      }
      return reduceNodes(children)
    }
    case 'ins':
      losses.addCounted('lost', 'inserted text is', 'inserted texts are', 'no longer marked')
      return reduceNodes(children)
    case 'rt':
      return [createText(' ('), ...reduceNodes(children), createText(')')]
    case 'dt':
    case 'summary':
      return [createElement('p', [emphasise('strong')])]
    case 'blockquote':
      return convertQuote(node, context)
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return convertList(node, context)
    case 'li': {
      const itemTag = position.allowsItems ? 'li' : 'div'
      return [createElement(itemTag, reduceNodes(children, { allowsItems: false }))]
    }
    case 'pre':
    case 'listing':
    case 'xmp':
    case 'plaintext':
      return convertCodeBlock(node, position.isInTable)
    case 'table':
      if (!position.isInTable) return convertTable(node, context)
      losses.add(noteConversion('a table within a table became text'))
      return [createText(' '), ...reduceNodes(children), createText(' ')]
    case 'figure':
      return convertFigure(node, context)
    case 'img':
    case 'image':
      return convertImage(node, noCaption, context)
    case 'iframe':
    case 'embed':
      return convertFrame(node, context)
    case 'audio':
    case 'video':
      return convertPlayer(node, '', context)
    case 'noscript': {
      // `<noscript>` may contain only copies of pictures that load lazily.
      const isCopy = children.every((child) => isElement(child, 'img') || isBlank([child]))
      return isCopy ? [] : reduceNodes(children)
    }
    case 'button':
      return getText(children) ? reduceNodes(children) : []
    case 'script':
    case 'lite-youtube':
    case 'lite-vimeo':
    case 'amp-youtube':
    case 'amp-vimeo':
      return convertPlayerPlaceholder(node) ?? dropElement(node, context)
    case 'object': {
      // The element is an old player, or a drawing with a picture for browsers that can't show it.
      const inner = findElement(node, (child) => isElement(child, 'embed', 'iframe', 'img'))
      if (inner) return reduceNode(inner, context)
      if (!/^image\//i.test(getAttribute(node, 'type')))
        return convertPlayerPlaceholder(node) ?? dropElement(node, context)
      const drawing = createElement('img', [], { src: getAttribute(node, 'data') })
      return convertImage(drawing, noCaption, context)
    }
  }
  if (invisibleTags.has(tagName)) return []
  if (droppedTags.has(tagName)) return dropElement(node, context)
  if (isPullquote(node)) return convertPullquote(node, context)
  const inner = reduceNodes(children)
  return textBlockTags.has(tagName) ? [createElement('div', inner)] : inner
}

/** Finds emphasis by element and by the styles that word processors paste, even in a plain `<b>`. */
function findMark(node: Element): string | undefined {
  const style = getAttribute(node, 'style')
  if (node.tagName === 'b' && /font-weight:\s*(normal|400)/.test(style)) return undefined
  if (node.tagName === 'span' && /font-weight:\s*(bold|[6-9]00)/.test(style)) return 'strong'
  if (node.tagName === 'span' && /font-style:\s*italic/.test(style)) return 'em'
  return marks.get(node.tagName)
}

function dropElement(node: Element, { losses }: ConversionContext): Node[] {
  const { tagName, children } = node
  if (tagName === 'svg' && !containsText(node)) return []
  const words = /^(?:form|math|object)$/.test(tagName) ? quoteForReport(getText(children)) : ''
  const [rest, detail] = words ? ['removed: “{}”', words] : ['removed']
  losses.addCounted('lost', `a <${tagName}> was`, `<${tagName}> were`, rest, detail)
  return []
}

function containsText(node: Element): boolean {
  return [node, ...walkElements(node.children)].some(({ children }) =>
    children.some((child) => child.type === 'text' && !isWhitespace(child)),
  )
}

function removeLineBreaks(nodes: readonly Node[]): Node[] {
  return nodes.map((node) => {
    if (isElement(node, 'br')) return createText(' ')
    return isElement(node) && node.tagName !== 'pre'
      ? withChildren(node, removeLineBreaks(node.children))
      : node
  })
}
