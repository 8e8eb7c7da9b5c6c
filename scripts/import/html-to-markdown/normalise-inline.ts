/** Makes lines, emphasis and code valid in Markdown: neither empty nor adjacent, and without spaces at their edges. */
import type { Nodes, PhrasingContent, Root } from 'mdast'

type MarkNode = Extract<PhrasingContent, { type: 'emphasis' | 'strong' | 'delete' | 'link' }>

const markTypes = new Set(['emphasis', 'strong', 'delete', 'link'])
const isMarkNode = (node: Nodes): node is MarkNode => markTypes.has(node.type)

/** Normalises the tree in place. */
export function normaliseInline(node: Root | Nodes): void {
  if (!('children' in node)) return
  for (const child of node.children) normaliseInline(child)
  const children: Nodes[] = []
  const merged = new Set<Nodes>()
  for (const child of (node.children as Nodes[]).flatMap(moveSpacesOutside)) {
    const previous = children.at(-1)
    // Adjacent code or emphasis would share its delimiters.
    if (child.type === 'inlineCode' && previous?.type === 'inlineCode') {
      previous.value += child.value
    } else if (isMarkNode(child) && child.type !== 'link' && previous?.type === child.type) {
      previous.children.push(...child.children)
      merged.add(previous)
    } else {
      children.push(child)
    }
  }
  for (const mergedNode of merged) normaliseInline(mergedNode)
  if (node.type === 'paragraph' || node.type === 'heading') trimWhitespace(children)
  node.children = children.flatMap(splitAtDoubleBreaks).filter((child) => !isEmpty(child)) as never
}

/** Two line breaks in a row end a paragraph. */
function splitAtDoubleBreaks(node: Nodes): Nodes[] {
  if (node.type !== 'paragraph') return [node]
  const parts: Nodes[][] = [[]]
  for (const child of node.children) {
    const part = parts.at(-1)!
    if (child.type === 'break' && part.at(-1)?.type === 'break') parts.push([])
    else if (!(child.type === 'text' && child.value.trim() === '' && part.at(-1)?.type === 'break'))
      part.push(child)
  }
  if (parts.length === 1) return [node]
  return parts.map((part) => {
    trimWhitespace(part)
    return { type: 'paragraph', children: part as PhrasingContent[] }
  })
}

/** Removes spaces at the edges of lines, where Markdown would drop them or read a block. */
function trimWhitespace(children: Nodes[]): void {
  const isBlankNode = (node: Nodes) =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '')
  while (children.length > 0 && isBlankNode(children[0]!)) children.shift()
  while (children.length > 0 && isBlankNode(children.at(-1)!)) children.pop()
  for (const [index, child] of children.entries()) {
    if (child.type !== 'text') continue
    const [before, after] = [children[index - 1], children[index + 1]]
    if (!before || before.type === 'break') child.value = child.value.trimStart()
    if (!after || after.type === 'break') child.value = child.value.trimEnd()
  }
}

const emptyBlocks = new Set(['paragraph', 'heading', 'blockquote', 'list', 'ourPullquote'])

function isEmpty(node: Nodes): boolean {
  return emptyBlocks.has(node.type) && 'children' in node && node.children.length === 0
}

function moveSpacesOutside(node: Nodes): Nodes[] {
  if (!isMarkNode(node)) return [node]
  const children = [...node.children]
  const takeSpaces = (index: 0 | -1, isEdge: RegExp, trim: (value: string) => string) => {
    const taken: PhrasingContent[] = []
    for (let edge = children.at(index); edge; edge = children.at(index)) {
      if (edge.type === 'break') taken.push(edge)
      else if (edge.type === 'text' && isEdge.test(edge.value)) taken.push(textNode(' '))
      else break
      const rest = edge.type === 'text' ? trim(edge.value) : ''
      children.splice(index, 1, ...(rest ? [textNode(rest)] : []))
    }
    return taken
  }
  const before = takeSpaces(0, /^\s/, (value) => value.trimStart())
  const after = takeSpaces(-1, /\s$/, (value) => value.trimEnd()).reverse()
  const inner = children.length > 0 ? [{ ...node, children } as MarkNode] : []
  return [...before, ...inner, ...after]
}

const textNode = (value: string): PhrasingContent => ({ type: 'text', value })
