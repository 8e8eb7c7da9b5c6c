/** Creates paragraphs like WordPress's wpautop, for posts from before WordPress had blocks. */
import { directiveTags } from './directive-elements.ts'
import {
  createElement,
  createText,
  getRawText,
  isElement,
  isWhitespace,
  type Node,
  withChildren,
  wrapRuns,
} from './html-tree.ts'

export function hasBlockMarkup(html: string): boolean {
  return html.includes('<!-- wp:')
}

/** Blocks that may contain paragraphs. */
const containerTags = new Set(
  'address article aside blockquote body center dd details div fieldset figcaption footer form header li main nav section td th'.split(
    ' ',
  ),
)
/** Blocks that contain only other blocks. */
const structureTags = new Set(
  'colgroup dir dl figure hgroup menu ol table tbody tfoot thead tr ul'.split(' '),
)
const opaqueTags = new Set(
  'dt h1 h2 h3 h4 h5 h6 hr pre legend summary script style textarea select option svg math'.split(
    ' ',
  ),
)

const blockTags = new Set([
  ...containerTags,
  ...structureTags,
  ...opaqueTags,
  'p',
  ...directiveTags,
])
const isBlock = (node: Node) => isElement(node) && blockTags.has(node.tagName)

/** Marks a blank line until paragraphs are created. */
const blankLineTag = 'our-blank-line'
const isBlankLine = (node: Node | undefined) => isElement(node, blankLineTag)

export function addParagraphs(nodes: readonly Node[], isClassic: boolean): Node[] {
  return isClassic ? wrapInParagraphs(nodes, true) : [...nodes]
}

/** Wraps lines in paragraphs, but leaves a single line as it is unless a paragraph is required. */
function wrapInParagraphs(nodes: readonly Node[], isRequired: boolean): Node[] {
  const parts = nodes.flatMap(splitLines)
  if (!isRequired && !parts.some((part) => isBlankLine(part) || isBlock(part)))
    return trimBlankEdges(parts)
  return wrapRuns(
    parts,
    (part) => isBlankLine(part) || isBlock(part) || part.type === 'comment',
    (run) => {
      const line = trimBlankEdges(run)
      return line.length > 0 ? [createElement('p', line)] : []
    },
  ).filter((part) => !isBlankLine(part))
}

function splitLines(node: Node): Node[] {
  if (node.type === 'text') return splitTextLines(node.value)
  if (!isElement(node)) return [node]
  const { tagName, children } = node
  if (directiveTags.has(tagName) || opaqueTags.has(tagName)) return [node]
  // WordPress shows each line of code as a line.
  if (tagName === 'code' && /[\r\n]/.test(getRawText(children).trim()))
    return [createElement('pre', [node])]
  if (tagName === 'p') return wrapInParagraphs(children, true)
  if (containerTags.has(tagName)) return [withChildren(node, wrapInParagraphs(children, false))]
  if (structureTags.has(tagName)) {
    const blocks = children.filter((child) => !isWhitespace(child))
    return [
      withChildren(
        node,
        blocks.flatMap((child) => (isElement(child) ? splitLines(child) : [child])),
      ),
    ]
  }
  const parts = children.flatMap(splitLines)
  if (!parts.some(isBlankLine)) return [withChildren(node, parts)]
  return wrapRuns(parts, isBlankLine, (run) => (run.length > 0 ? [withChildren(node, run)] : []))
}

function splitTextLines(value: string): Node[] {
  const nodes: Node[] = []
  let lineEnds = 0
  const addBreak = () => {
    if (lineEnds > 1) nodes.push(createElement(blankLineTag))
    else if (lineEnds === 1) nodes.push(createElement('br', [], { dataLine: '' }))
    lineEnds = 0
  }
  for (const [index, line] of value.split(/\r\n?|\n/).entries()) {
    if (index > 0) lineEnds++
    if (line.trim() !== '') {
      addBreak()
      nodes.push(createText(line))
    } else if (index === 0 && line !== '') nodes.push(createText(' '))
  }
  addBreak()
  return nodes
}

/** Removes line breaks at the edges, and generated ones beside a typed `<br>`. */
function trimBlankEdges(nodes: readonly Node[]): Node[] {
  const isInk = (node: Node) => !isElement(node, 'br') && !isWhitespace(node)
  const trimmed = nodes.slice(Math.max(nodes.findIndex(isInk), 0), nodes.findLastIndex(isInk) + 1)
  const isGeneratedBreak = (node: Node) =>
    isElement(node, 'br') && node.properties.dataLine !== undefined
  return trimmed.filter((node, index) => {
    const besideBreak = [trimmed[index - 1], trimmed[index + 1]].some((next) =>
      isElement(next, 'br'),
    )
    return !(isGeneratedBreak(node) && besideBreak)
  })
}
