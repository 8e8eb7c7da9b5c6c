/**
 * Paragraphs of posts that were written before WordPress had blocks: there a blank line ends a
 * paragraph and a line's end is a line's end, except where HTML says otherwise. WordPress makes them
 * when it shows a post (its function wpautop); an export has the text as it was typed.
 */
import { directiveTags } from '../html/directives.ts'
import { element, isElement, type Node, text } from '../html/tree.ts'

/** Whether a post was written in blocks; their HTML has its paragraphs. */
export function hasBlocks(html: string): boolean {
  return html.includes('<!-- wp:')
}

/** Blocks that may hold paragraphs of their own. */
const containers = new Set(
  'address article aside blockquote body center dd details div fieldset figcaption footer form header li main nav section td th'.split(
    ' ',
  ),
)
/** Blocks in which only other blocks stand. */
const frames = new Set(
  'colgroup dir dl figure hgroup menu ol table tbody tfoot thead tr ul'.split(' '),
)
/** Blocks whose lines are their own. */
const closed = new Set(
  'dt h1 h2 h3 h4 h5 h6 hr pre legend summary script style textarea select option svg math'.split(
    ' ',
  ),
)

const isBlock = (node: Node) =>
  isElement(node) &&
  (containers.has(node.tagName) ||
    frames.has(node.tagName) ||
    closed.has(node.tagName) ||
    node.tagName === 'p' ||
    directiveTags.has(node.tagName))

/** Stands for a blank line, until paragraphs are made of it. */
const blankLineTag = 'our-blank-line'
const isBlankLine = (node: Node | undefined) => isElement(node, blankLineTag)

export function makeParagraphs(nodes: readonly Node[], classic: boolean): Node[] {
  return classic ? paragraphs(nodes, true) : [...nodes]
}

/** The content of a block in paragraphs; where it is one line in a block of its own, as it stands. */
function paragraphs(nodes: readonly Node[], always: boolean): Node[] {
  const pieces = nodes.flatMap(lines)
  if (!always && !pieces.some((piece) => isBlankLine(piece) || isBlock(piece)))
    return withoutEdges(pieces)
  const made: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    const inside = withoutEdges(run)
    if (inside.length > 0) made.push(element('p', {}, inside))
    run = []
  }
  for (const piece of pieces) {
    if (isBlankLine(piece)) endRun()
    else if (isBlock(piece) || piece.type === 'comment') {
      endRun()
      made.push(piece)
    } else run.push(piece)
  }
  endRun()
  return made
}

/** A node with its line ends as `<br>` and its blank lines marked; in parts, where they cut it. */
function lines(node: Node): Node[] {
  if (node.type === 'text') return textLines(node.value)
  if (!isElement(node)) return [node]
  const { tagName, properties, children } = node
  if (directiveTags.has(tagName) || closed.has(tagName)) return [node]
  if (tagName === 'p') return paragraphs(children, true)
  if (containers.has(tagName)) return [element(tagName, properties, paragraphs(children, false))]
  if (frames.has(tagName)) {
    const blocks = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
    return [
      element(
        tagName,
        properties,
        blocks.flatMap((child) => (isElement(child) ? lines(child) : [child])),
      ),
    ]
  }
  const parts: Node[] = []
  let run: Node[] = []
  const endRun = () => {
    if (run.length > 0) parts.push(element(tagName, properties, run))
    run = []
  }
  for (const piece of children.flatMap(lines)) {
    if (isBlankLine(piece)) {
      endRun()
      parts.push(piece)
    } else run.push(piece)
  }
  if (parts.length === 0) return [element(tagName, properties, run)]
  endRun()
  return parts
}

function textLines(value: string): Node[] {
  const made: Node[] = []
  let blank = 0
  for (const [index, line] of value.split(/\r\n?|\n/).entries()) {
    if (index > 0) blank++
    if (line.trim() === '') {
      // Spaces between two elements on one line are kept.
      if (index === 0 && line !== '') made.push(text(' '))
      continue
    }
    if (blank > 1) made.push(element(blankLineTag))
    else if (blank === 1) made.push(element('br', { dataLine: '' }))
    made.push(text(line))
    blank = 0
  }
  if (blank > 1) made.push(element(blankLineTag))
  else if (blank === 1) made.push(element('br', { dataLine: '' }))
  return made
}

/** A paragraph without line ends at its edges, and without a second one where `<br>` was typed. */
function withoutEdges(nodes: readonly Node[]): Node[] {
  const isEdge = (node: Node | undefined) =>
    isElement(node, 'br') || (node?.type === 'text' && node.value.trim() === '')
  let start = 0
  let end = nodes.length
  while (start < end && isEdge(nodes[start])) start++
  while (end > start && isEdge(nodes[end - 1])) end--
  const isMade = (node: Node) => isElement(node, 'br') && node.properties.dataLine !== undefined
  return nodes.slice(start, end).filter((node, index, kept) => {
    const besideTyped = [kept[index - 1], kept[index + 1]].some((next) => isElement(next, 'br'))
    return !(isMade(node) && besideTyped)
  })
}
